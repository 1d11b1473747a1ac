import { setTimeout as pause } from 'node:timers/promises';
import type { AnalysisTopic } from '../../lambdas/contract/content/analyzed-titles.ts';
import type { StepView } from '../../lambdas/contract/media/steps.ts';
import { stepNamed } from '../../lambdas/domain/pipeline/definition.ts';
import type { ContentView } from '../../lambdas/contract/content/content-shapes.ts';
import type { ApiClient } from '../../web/src/lib/api/api-client.ts';

interface ReviewDeps {
  /** Signed in as an administrator. */
  readonly api: ApiClient;
  readonly signal: AbortSignal;
  /** Called after each step. */
  readonly onStep: (step: string) => void;
}

/** Milliseconds between two polls of the analysis. */
const POLL_MS = 400;

/**
 * Confidence from which one frame needs a review in the demo. The local models give what only one of them suspects less
 * than 0.5, and the standard policy asks for more, so nothing in the demo catalog would be flagged.
 */
const REVIEW_AT = 0.25;

/** Saves a stricter safety policy as an administrator does, unless the policy was changed before. */
export const lowerReviewThreshold = async (api: ApiClient, signal: AbortSignal): Promise<void> => {
  const { policy } = await api.call('safety.get-policy', {}, { signal });
  if (policy.version > 0) return;
  const rules = { ...policy.rules, adult: { ...policy.rules.adult, review_at: REVIEW_AT, min_hits: 1 } };
  await api.call('safety.update-policy', { body: { rules, version: policy.version } }, { signal });
};

/** Whether a step runs, or will without a user. Between two steps none is running for a moment. */
const isOpen = ({ state, can_run }: StepView): boolean =>
  state === 'running' || state === 'interrupted' || (state === 'waiting' && can_run);

/** Whether a step runs again, because one that it needs has since: the rule of `planSteps`, for what users see. */
const isOutdated = ({ step, started_at: start, can_run }: StepView, steps: readonly StepView[]): boolean => {
  const { needs, followsReruns = false } = stepNamed(step);
  if (!followsReruns || !can_run || start === null) return false;
  return steps.some(
    (need) =>
      needs.includes(need.step) &&
      (need.finished_at ?? '') > start &&
      (need.attempts > 1 || (need.started_at ?? '') > start),
  );
};

/**
 * Whether a converted title is analyzed, as far as it can be. A script that comes late repeats the steps of the
 * analysis one after another.
 */
export const isAnalyzed = (steps: readonly StepView[]): boolean =>
  !steps.some((step) => isOpen(step) || isOutdated(step, steps));

/** Polls the steps of a converted title until it is analyzed. */
const waitForAnalysis = async ({ api, signal }: ReviewDeps, id: ContentView['id']): Promise<void> => {
  for (;;) {
    const { steps } = await api.call('conversion.list-steps', { params: { id } }, { signal });
    if (isAnalyzed(steps)) return;
    await pause(POLL_MS, undefined, { signal });
  }
};

/**
 * Adds a topic once a title is analyzed, as a correction by the administrator. Rejects with `invalid_state` when the
 * topics were not analyzed: then there is nothing to correct.
 */
export const addTopic = async (deps: ReviewDeps, { id }: ContentView, topic: AnalysisTopic): Promise<void> => {
  await waitForAnalysis(deps, id);
  const body = { kind: 'topic', name: topic, change: 'added' } as const;
  await deps.api.call('analysis.correct-analysis', { params: { id }, body }, { signal: deps.signal });
  deps.onStep('topic added');
};

/**
 * Publishes a title once it is analyzed. If something was found, opens the evidence and approves the title with a
 * reason, as staff do; the audit log records it.
 */
export const publishAfterReview = async (deps: ReviewDeps, { id }: ContentView, reason: string): Promise<void> => {
  const { api, signal, onStep } = deps;
  await waitForAnalysis(deps, id);
  const review = await api.call('safety.get-review', { params: { id } }, { signal });
  const opened = review.evidence.filter(({ counts }) => counts).map((evidence) => evidence.id);
  if (review.verdict === 'review' || review.verdict === 'blocked') onStep('flagged');
  for (const evidenceId of opened) await api.call('safety.get-frame', { params: { id, evidenceId } }, { signal });
  await api.call(
    'safety.decide',
    { params: { id }, body: { rev: review.rev, outcome: 'approved', opened, reason, publish: true } },
    { signal },
  );
  onStep('approved');
};
