import { endpoints } from '../../contract/index.ts';
import { stepSourcesOf } from '../../data/conversion/conversion-history.ts';
import { nextRunOf } from '../../domain/analysis/run-again.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { readExisting } from '../existing-history.ts';
import { requestRun } from '../request-run.ts';
import type { AnalysisApiDeps } from './deps.ts';

/** Runs the analysis of a title again. Steps whose input is the same cost nothing. */
export const runAnalysis = (deps: AnalysisApiDeps) =>
  route(endpoints['analysis.run-analysis'], async ({ params: { id }, actor, requestId }) => {
    const history = await readExisting(deps, id);
    if (!history.content) throw new AppError('content_not_found');
    const next = nextRunOf(history.content, stepSourcesOf(history, deps));
    if (!next) throw new AppError('invalid_state', 'The analysis can run once the file is converted and no step runs.');
    for (const step of next.steps) await requestRun(deps, id, step, { actor, requestId });
    return { status: 202, body: { content_id: id, steps: next.steps } };
  });
