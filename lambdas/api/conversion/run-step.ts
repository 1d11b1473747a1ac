import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { definitionOf } from '../../domain/pipeline/definition.ts';
import { stepsRunWith } from '../../domain/pipeline/steps.ts';
import { route } from '../../http/route.ts';
import type { ConversionApiDeps } from './deps.ts';
import { readSteps } from './read-steps.ts';
import { requestRun } from '../request-run.ts';
import { restart } from '../restart-conversion.ts';

/** Runs a step again: alone, or with the steps that come from the same work. */
export const runStep = (deps: ConversionApiDeps) =>
  route(endpoints['conversion.run-step'], async ({ params: { id, step }, actor, requestId }) => {
    const definition = definitionOf(step, deps.definitions);
    if (!definition) throw new AppError('step_not_found');
    const { rerun } = definition;
    const by = { actor, requestId };
    if (rerun.by === 'never') throw new AppError('invalid_state', rerun.reason);
    await (rerun.by === 'alone' ? requestRun(deps, id, step, by) : restart(deps, id, by));
    return {
      status: 202,
      body: {
        content_id: id,
        runs: [...stepsRunWith(definition, deps.definitions)],
        steps: await readSteps(deps, id, actor.role),
      },
    };
  });
