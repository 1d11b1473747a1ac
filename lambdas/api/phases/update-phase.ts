import { endpoints } from '../../contract/index.ts';
import { metricsOf } from '../../domain/security/phases/metrics.ts';
import { updatePhase as updated } from '../../domain/security/phases/phase.ts';
import { route } from '../../http/route.ts';
import type { PhasesDeps } from './deps.ts';
import { readProgram, readState } from './read-program.ts';

/** Begins a phase, or marks it as ready when its metrics meet every threshold. */
export const updatePhase = (deps: PhasesDeps) =>
  route(endpoints['phases.update-phase'], async ({ actor, requestId, params: { phase } }) => {
    const { phases, evidence } = await readState(deps);
    const number = Number(phase);
    const at = new Date(evidence.now).toISOString();
    const metrics = phases.filter((one) => one.phase_number === number).flatMap((one) => metricsOf(one, evidence));
    await deps.phases.move([updated(phases, number, metrics, at)], { actor, requestId }, at);
    return { status: 200, body: await readProgram(deps) };
  });
