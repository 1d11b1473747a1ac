import type { FramesSummary, StepResult, TopicsSummary } from './results.ts';

/** What is corrected: a label of the pictures, or a topic of what is said. */
export type CorrectedKind = 'label' | 'topic';

/** A user's correction of a result. */
export interface Correction {
  readonly kind: CorrectedKind;
  readonly name: string;
  readonly change: 'added' | 'removed';
  /** User id, and ISO 8601. */
  readonly by: string;
  readonly at: string;
}

/** The corrections of the results for one version of a source. */
export interface Corrections {
  readonly content_id: string;
  readonly version_id: string;
  readonly corrections: readonly Correction[];
  /** Increases with every change. */
  readonly rev: number;
}

/** Most corrections of a version. */
export const MAX_CORRECTIONS = 100;
/** Confidence of what a user added: someone looked at it. */
const SURE = 1;

const namesOf = (corrections: readonly Correction[], kind: CorrectedKind, change: Correction['change']) =>
  new Set(corrections.filter((one) => one.kind === kind && one.change === change).map(({ name }) => name));

const correctLabels = (summary: FramesSummary, corrections: readonly Correction[]): FramesSummary => {
  const removed = namesOf(corrections, 'label', 'removed');
  const added = namesOf(corrections, 'label', 'added');
  const found = summary.labels.filter(({ name }) => !removed.has(name));
  for (const { name } of found) added.delete(name);
  return { ...summary, labels: [...[...added].map((name) => ({ name, confidence: SURE, at_ms: [] })), ...found] };
};

const correctTopics = (summary: TopicsSummary, corrections: readonly Correction[]): TopicsSummary => {
  const removed = namesOf(corrections, 'topic', 'removed');
  const added = namesOf(corrections, 'topic', 'added');
  const found = summary.topics.filter(({ topic }) => !removed.has(topic));
  for (const { topic } of found) added.delete(topic);
  return { ...summary, topics: [...[...added].map((topic) => ({ topic, score: SURE })), ...found] };
};

/** The results as users corrected them. What a model found stays stored unchanged; evidence cannot be corrected. */
export const withCorrections = (
  results: readonly StepResult[],
  { corrections }: Pick<Corrections, 'corrections'>,
): readonly StepResult[] =>
  corrections.length === 0
    ? results
    : results.map((result) => {
        const { summary } = result;
        if (summary.step === 'frames') return { ...result, summary: correctLabels(summary, corrections) };
        return summary.step === 'topics' ? { ...result, summary: correctTopics(summary, corrections) } : result;
      });

/** The corrections after another one of the same kind and name replaces an earlier one; `none` withdraws it. */
export const correct = (
  before: Corrections,
  { change, ...made }: Omit<Correction, 'change'> & { readonly change: Correction['change'] | 'none' },
): Corrections => {
  const others = before.corrections.filter(({ kind, name }) => kind !== made.kind || name !== made.name);
  return {
    ...before,
    corrections: change === 'none' ? others : [...others, { ...made, change }],
    rev: before.rev + 1,
  };
};

/** The step whose result a correction is about. */
export const correctedStep = (kind: CorrectedKind): StepResult['step'] => (kind === 'label' ? 'frames' : 'topics');
