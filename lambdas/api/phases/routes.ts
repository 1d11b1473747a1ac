import type { Route } from '../../http/route.ts';
import { advancePhase } from './advance-phase.ts';
import type { PhasesDeps } from './deps.ts';
import { getProgram } from './get-program.ts';
import { resetSimulation } from './reset-simulation.ts';
import { runChecks } from './run-checks.ts';
import { simulateProgress } from './simulate-progress.ts';
import { updatePhase } from './update-phase.ts';

/** The feature's endpoints. */
export const phaseRoutes = (deps: PhasesDeps): readonly Route[] => [
  getProgram(deps),
  updatePhase(deps),
  advancePhase(deps),
  runChecks(deps),
  simulateProgress(deps),
  resetSimulation(deps),
];
