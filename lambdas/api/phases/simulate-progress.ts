import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PhasesDeps } from './deps.ts';

/** Adds to the simulation, which counts for nothing. */
export const simulateProgress = ({ simulation, now }: PhasesDeps) =>
  route(endpoints['phases.simulate-progress'], async ({ actor, requestId }) => ({
    status: 200,
    body: await simulation.add({ actor, requestId }, new Date(now()).toISOString()),
  }));
