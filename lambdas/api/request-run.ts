import { stepSourcesOf } from '../data/conversion/conversion-history.ts';
import type { ActBy, AuditAct } from '../domain/audit/act.ts';
import { AppError } from '../domain/app-error.ts';
import { optimistic, RETRY } from '../domain/optimistic.ts';
import { exclusionOf, termsOf } from '../domain/pipeline/definition.ts';
import { currentAttempt } from '../domain/pipeline/sources.ts';
import { requestOf } from '../domain/pipeline/start-steps.ts';
import type { StageAnalysis } from '../domain/pipeline/stage.ts';
import { newStepRun, type StepRun } from '../domain/pipeline/step-run.ts';
import { planSteps } from '../domain/pipeline/steps.ts';
import type { StepRepository } from '../data/pipeline/step-repository.ts';
import type { EventBus } from '../platform/messages/event-bus.ts';
import type { StepDefinition } from '../domain/pipeline/definition.ts';
import { readExisting, type HistoryReader } from './existing-history.ts';

/** What requesting a run needs. */
export interface RunRequester extends HistoryReader {
  readonly steps: Pick<StepRepository, 'create'>;
  readonly events: EventBus;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What the stage analyzes. */
  readonly stage: StageAnalysis;
  /** @default the product's pipeline */
  readonly definitions?: readonly StepDefinition[];
}

const requestAct = (by: ActBy, { content_id: targetId, step, attempt, run }: StepRun): AuditAct => ({
  ...by,
  action: 'content.step-requested',
  targetId,
  before: {},
  after: { step, attempt, run },
});

/**
 * Requests a new run of one step for the current attempt, without converting the file again. While a run is unfinished,
 * its event is published again, in case it was lost; unless its input has changed since it was requested (`isChanged`).
 * @throws AppError `content_not_found`, or `invalid_state` while the steps that it needs are not done, or the
 *   file waits for review
 */
export const requestRun = (
  deps: RunRequester,
  contentId: string,
  step: string,
  by: ActBy,
  { isChanged = false } = {},
): Promise<void> =>
  optimistic(async () => {
    const sources = stepSourcesOf(await readExisting(deps, contentId), deps);
    const plan = planSteps(sources, deps.definitions);
    const planned = plan.find(({ definition }) => definition.name === step);
    const attempt = currentAttempt(sources);
    const exclusion = planned && attempt && exclusionOf(planned.definition, attempt, deps.stage);
    if (exclusion) throw new AppError('invalid_state', exclusion.reason);
    if (sources.waits && !planned?.canStart)
      throw new AppError('invalid_state', 'The new file of this title waits for review. Accept or reject it first.');
    if (!planned?.canStart || !attempt) {
      const open = plan.filter(
        ({ definition: { name }, status: { state } }) =>
          state !== 'completed' && state !== 'skipped' && planned?.definition.needs.includes(name),
      );
      // A replacement that may have to wait for review is analyzed after its conversion.
      const needs = open.length > 0 ? open : plan.filter(({ definition: { name } }) => name === 'convert');
      const titles = needs.map(({ definition }) => `“${definition.title}”`).join(' and ');
      throw new AppError('invalid_state', `“${planned?.definition.title}” can run once ${titles} is complete.`);
    }
    const { definition, latest } = planned;
    const terms = termsOf(definition, attempt, sources.stage);
    const isSame = latest?.state === 'running' && !isChanged;
    const run = isSame ? latest : newStepRun(attempt, terms, (latest?.run ?? 0) + 1, deps.now());
    if (run !== latest && !(await deps.steps.create(run, requestAct(by, run)))) return RETRY;
    await deps.events.publish('StepRequested.v1', requestOf(run));
    return undefined;
  });
