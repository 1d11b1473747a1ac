import { createHash } from 'node:crypto';
import type { Role } from '../../contract/shared.ts';
import type { Category } from '../analysis/provenance.ts';
import type { Evidence, StepResult } from '../analysis/results.ts';
import { AppError } from '../app-error.ts';
import { decisionOn, type DecidedVerdict, type Outcome, type SafetySummary } from './gate.ts';
import type { PolicyVersion } from './policy.ts';
import {
  evidenceDigest,
  findingsOf,
  modelsOf,
  verdictOf,
  type Evaluation,
  type StepProblem,
  type Verdict,
} from './verdict.ts';

/** The verdict about one version of a source, as stored. Its content item has a copy (`SafetySummary`). */
export interface StoredVerdict extends Omit<Evaluation, 'raised'> {
  readonly content_id: string;
  /** S3 version of the source. */
  readonly version_id: string;
  readonly raised: readonly {
    readonly category: Category;
    readonly level: 'review' | 'blocked';
    /** The first of the evidence that counts, at most `MAX_RAISED_EVIDENCE`. */
    readonly evidence_ids: readonly string[];
  }[];
  /** Null until it is evaluated: staff can decide about a title that was never analyzed. */
  readonly policy_version: number | null;
  readonly evidence_digest: string;
  /** The models that checked the title. */
  readonly models: readonly string[];
  readonly evaluated_at: string;
  readonly decision?: SafetySummary['decision'];
  /** Set while the owner's appeal waits for a decision. */
  readonly appealed_at?: string | undefined;
  /** Since when it waits for a decision; undefined when it does not. */
  readonly waiting_since?: string | undefined;
  /** Increases with every change. */
  readonly rev: number;
}

/** A decision of staff. It is stored once and never changed. */
export interface StoredDecision extends DecidedVerdict {
  readonly content_id: string;
  /** ULID. */
  readonly id: string;
  readonly version_id: string;
  readonly outcome: Outcome;
  readonly policy_version: number | null;
  readonly models: readonly string[];
  /** The evidence that the deciding user opened. */
  readonly opened: readonly string[];
  readonly reason: string;
  /** Whether it answers an appeal. */
  readonly on_appeal: boolean;
  readonly decided_by: string;
  readonly decided_role: Role;
  readonly decided_at: string;
}

/** The owner's objection to a verdict or a rejection. */
export interface StoredAppeal {
  readonly content_id: string;
  readonly version_id: string;
  readonly evidence_digest: string;
  readonly text: string;
  readonly appealed_by: string;
  readonly appealed_at: string;
}

/** Characters of a file's hash in a revision. */
const FILE_HASH = 16;

/**
 * Names a state of the verdict about one file, for requests that depend on what was read. The number alone would not
 * do: the verdicts about two files of a title have the same numbers.
 */
export const revisionOf = ({ rev, version_id: version }: Pick<StoredVerdict, 'rev' | 'version_id'>): string =>
  `${rev}-${createHash('sha256').update(version).digest('hex').slice(0, FILE_HASH)}`;

/** Evidence of a category that a stored verdict names. Results have the rest. */
const MAX_RAISED_EVIDENCE = 50;

/** The lists of pending decisions. */
export type ReviewList = 'flagged' | 'unknown';

/** The list that a verdict without a decision is in; undefined when it needs none. */
export const reviewListOf = ({ verdict, appealed_at: appealed, ...rest }: StoredVerdict): ReviewList | undefined => {
  if (appealed !== undefined) return 'flagged';
  if (verdict === 'clear' || decisionOn({ ...rest, verdict, categories: categoriesOf(rest) }) !== undefined)
    return undefined;
  return verdict === 'unknown' ? 'unknown' : 'flagged';
};

const categoriesOf = ({ raised }: Pick<StoredVerdict, 'raised'>): Category[] => raised.map(({ category }) => category);

/** Since when the next state of a verdict waits: a new wait begins when the verdict changes. */
const withWait = (next: StoredVerdict, before: StoredVerdict | undefined, now: string): StoredVerdict => {
  const isSameWait = before?.verdict === next.verdict && before.appealed_at === next.appealed_at;
  const since = (isSameWait ? before.waiting_since : undefined) ?? now;
  return { ...next, waiting_since: reviewListOf(next) ? since : undefined };
};

/** What an evaluation needs to know. */
export interface Evaluated {
  readonly content_id: string;
  readonly version_id: string;
  readonly results: readonly StepResult[];
  readonly problems: readonly StepProblem[];
  readonly policy: PolicyVersion;
  /** ISO 8601. */
  readonly now: string;
}

/** The verdict after an evaluation. Decisions and appeals about the same version are kept. */
export const evaluate = (before: StoredVerdict | undefined, evaluated: Evaluated): StoredVerdict => {
  const { content_id, version_id, results, problems, policy, now } = evaluated;
  const findings = findingsOf(results, problems);
  const { raised, ...evaluation } = verdictOf(findings, policy.rules);
  return withWait(
    {
      ...evaluation,
      content_id,
      version_id,
      raised: raised.map((one) => ({ ...one, evidence_ids: one.evidence_ids.slice(0, MAX_RAISED_EVIDENCE) })),
      policy_version: policy.version,
      evidence_digest: evidenceDigest(findings.evidence),
      models: modelsOf(results),
      evaluated_at: now,
      decision: before?.decision,
      appealed_at: before?.appealed_at,
      rev: (before?.rev ?? 0) + 1,
    },
    before,
    now,
  );
};

/** The verdict about a title that was never analyzed, for a decision about it. */
export const neverEvaluated = (contentId: string, versionId: string, now: string): StoredVerdict => ({
  content_id: contentId,
  version_id: versionId,
  verdict: 'unknown',
  raised: [],
  missing: [],
  problems: [],
  policy_version: null,
  evidence_digest: evidenceDigest([]),
  models: [],
  evaluated_at: now,
  rev: 0,
});

/** The copy of a verdict that its content item stores. */
export const summaryOf = (stored: StoredVerdict): SafetySummary => ({
  version_id: stored.version_id,
  verdict: stored.verdict,
  categories: categoriesOf(stored),
  policy_version: stored.policy_version,
  evidence_digest: stored.evidence_digest,
  rev: stored.rev,
  ...(stored.decision ? { decision: stored.decision } : {}),
});

/** A decision before it is stored. */
export type NewDecision = Pick<
  StoredDecision,
  'id' | 'outcome' | 'opened' | 'reason' | 'decided_by' | 'decided_role' | 'decided_at'
>;

/** The decision as stored, and the verdict after it. */
export const decideOn = (
  before: StoredVerdict,
  made: NewDecision,
): { readonly decision: StoredDecision; readonly after: StoredVerdict } => {
  const { content_id, version_id, policy_version, models, appealed_at: appealed } = before;
  const { verdict, evidence_digest } = before;
  const decided = { verdict, categories: categoriesOf(before), evidence_digest };
  return {
    decision: {
      ...made,
      ...decided,
      content_id,
      version_id,
      policy_version,
      models,
      on_appeal: appealed !== undefined,
    },
    after: {
      ...before,
      decision: { ...decided, outcome: made.outcome },
      appealed_at: undefined,
      waiting_since: undefined,
      rev: before.rev + 1,
    },
  };
};

/** The verdict after its owner's appeal. */
export const appealOn = (before: StoredVerdict, now: string): StoredVerdict =>
  withWait({ ...before, appealed_at: now, rev: before.rev + 1 }, before, now);

/**
 * Checks that staff looked at the evidence before they decide: they opened at least one piece of each category that
 * needs the decision.
 * @throws AppError `evidence_not_opened` or `validation_failed`
 */
export const assertOpened = (
  { raised }: Pick<StoredVerdict, 'raised'>,
  evidence: readonly Pick<Evidence, 'id' | 'category'>[],
  opened: readonly string[],
): void => {
  const known = new Map(evidence.map(({ id, category }) => [id, category]));
  const strangers = opened.filter((id) => !known.has(id));
  if (strangers.length > 0) {
    const message = 'Some of this evidence does not exist. Load the review again.';
    throw new AppError('validation_failed', message, [{ path: 'opened', message }]);
  }
  const seen = new Set(opened.map((id) => known.get(id)));
  const unseen = raised.filter(({ category }) => !seen.has(category));
  if (unseen.length > 0)
    throw new AppError(
      'evidence_not_opened',
      unseen.length === 1
        ? 'Open the evidence of one more category before you decide.'
        : `Open the evidence of ${unseen.length} more categories before you decide.`,
    );
};

/** Whether the owner has a reason to appeal: something keeps the title from being published. */
export const canAppeal = (
  verdict: Pick<StoredVerdict, 'verdict' | 'raised' | 'decision' | 'evidence_digest'>,
): boolean => {
  const decision = decisionOn({ ...verdict, categories: categoriesOf(verdict) });
  if (decision !== undefined) return decision === 'rejected';
  return verdict.verdict === ('review' satisfies Verdict) || verdict.verdict === 'blocked';
};
