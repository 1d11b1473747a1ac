import { endpoints } from '../../contract/index.ts';
import { correct, correctedStep, MAX_CORRECTIONS } from '../../domain/analysis/corrections.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { AnalysisApiDeps } from './deps.ts';
import { readAnalysis } from './read-analysis.ts';
import { toView } from './to-view.ts';

const NO_RESULT = 'There is nothing to correct yet: this part of the analysis has no result for the current file.';
const TOO_MANY = `A title can have at most ${MAX_CORRECTIONS} corrections. Withdraw one first.`;

/** Corrects a label or a topic. What a model found stays stored, and nothing is analyzed again. */
export const correctAnalysis = (deps: AnalysisApiDeps) =>
  route(endpoints['analysis.correct-analysis'], async ({ params: { id }, body, actor, requestId }) => {
    const found = await readAnalysis(deps, id);
    const { results, corrections: before } = found;
    if (!before || !results.some(({ step }) => step === correctedStep(body.kind)))
      throw new AppError('invalid_state', NO_RESULT);
    const at = new Date(deps.now()).toISOString();
    const after = correct(before, { ...body, by: actor.userId, at });
    if (after.corrections.length > MAX_CORRECTIONS) throw new AppError('invalid_state', TOO_MANY);
    const act = {
      actor,
      requestId,
      action: 'content.analysis-corrected' as const,
      targetId: id,
      before: {},
      after: body,
    };
    if (!(await deps.corrections.save(before, after, act, at))) throw new AppError('version_conflict');
    return { status: 200, body: await toView(deps, { ...found, corrections: after }) };
  });
