import { endpoints } from '../../contract/index.ts';
import { metricsOf } from '../../domain/security/phases/metrics.ts';
import { advancePhase as advanced } from '../../domain/security/phases/phase.ts';
import { route } from '../../http/route.ts';
import type { PhasesDeps } from './deps.ts';
import { readProgram, readState } from './read-program.ts';

/** Completes a phase that is ready, and begins the next one. */
export const advancePhase = (deps: PhasesDeps) =>
  route(endpoints['phases.advance-phase'], async ({ actor, requestId, params: { phase } }) => {
    const { phases, evidence } = await readState(deps);
    const number = Number(phase);
    const at = new Date(evidence.now).toISOString();
    const metrics = phases.filter((one) => one.phase_number === number).flatMap((one) => metricsOf(one, evidence));
    const moves = advanced(phases, number, metrics, { userId: actor.userId, at });
    await deps.phases.move(moves, { actor, requestId }, at);
    return { status: 200, body: await readProgram(deps) };
  });
