import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PhasesDeps } from './deps.ts';

/** Sets the simulation back to zero. */
export const resetSimulation = ({ simulation, now }: PhasesDeps) =>
  route(endpoints['phases.reset-simulation'], async ({ actor, requestId }) => {
    await simulation.reset({ actor, requestId }, new Date(now()).toISOString());
    return { status: 204 };
  });
