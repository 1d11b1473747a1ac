import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PhasesDeps } from './deps.ts';
import { readProgram } from './read-program.ts';

/** Returns the phases of the security program with their metrics. */
export const getProgram = (deps: PhasesDeps) =>
  route(endpoints['phases.get-program'], async () => ({ status: 200, body: await readProgram(deps) }));
