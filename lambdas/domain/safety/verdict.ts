import { createHash } from 'node:crypto';
import { unreadableText } from '../analysis/frames.ts';
import { CATEGORIES, isLocalModel, type Category } from '../analysis/provenance.ts';
import { isStale, type AnalysisStep, type Evidence, type StepResult } from '../analysis/results.ts';
import type { TranscriptState } from '../analysis/transcript.ts';
import type { CategoryRule, SafetyPolicy } from './policy.ts';

/**
 * What the analysis says about a title under a policy, mildest first. `unknown`: nothing was found, but not everything
 * that the policy requires was checked. It is never the same as `clear`.
 */
export const VERDICTS = ['clear', 'unknown', 'review', 'blocked'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Whether one verdict is milder than another. */
export const isMilder = (one: Verdict, other: Verdict): boolean => VERDICTS.indexOf(one) < VERDICTS.indexOf(other);

/** Steps whose results contain evidence. */
const EVIDENCE_STEPS: readonly AnalysisStep[] = ['text', 'frames'];

/** Steps that a check of the title needs: without its speech, the text of a title is not checked either. */
export const CHECKING_STEPS = ['speech', 'text', 'frames'] as const satisfies readonly AnalysisStep[];

/**
 * Why a step did not check the title. `skipped`: there may be something to check, but it was not, such as for the
 * budget. `nothing-to-check`: the title has no picture, or no speech that anyone asked for.
 */
export const PROBLEM_STATES = ['failed', 'skipped', 'nothing-to-check'] as const;

/** A step that did not check the title. */
export interface StepProblem {
  readonly step: (typeof CHECKING_STEPS)[number];
  readonly state: (typeof PROBLEM_STATES)[number];
  /** A sentence for the user. */
  readonly reason: string;
}

/** What a verdict is based on. */
export interface Findings {
  readonly evidence: readonly Evidence[];
  /** The categories that a model checked. */
  readonly coverage: readonly Category[];
  readonly problems: readonly StepProblem[];
}

/** A category that needs a review or blocks, with the evidence that counts. */
export interface RaisedCategory {
  readonly category: Category;
  readonly level: 'review' | 'blocked';
  /** In order of time. */
  readonly evidence_ids: readonly string[];
}

/** A verdict with its reasons. */
export interface Evaluation {
  readonly verdict: Verdict;
  /** In the order of the categories. */
  readonly raised: readonly RaisedCategory[];
  /** Categories that the policy requires and no model checked. */
  readonly missing: readonly Category[];
  /** Steps that did not check the title. */
  readonly problems: readonly StepProblem[];
}

/** The parts of a finding that a rule decides on. */
export interface DecisiveFinding extends Pick<Evidence, 'from_ms' | 'confidence'> {
  /** Whether a model of the local cloud found it. These were not measured against known cases, so they never block. */
  readonly isLocal: boolean;
}

/** Findings without a confidence are never ignored, but they are too uncertain to block. */
const reaches = (
  { confidence }: Pick<DecisiveFinding, 'confidence'>,
  threshold: number | null,
  ifUnknown: boolean,
): boolean => threshold !== null && (confidence === null ? ifUnknown : confidence >= threshold);

/** Whether so many of these findings begin within the window. */
const areDense = (found: readonly Pick<DecisiveFinding, 'from_ms'>[], hits: number, windowMs: number): boolean =>
  found.some((last, index) => {
    const first = found[index - hits + 1];
    return first !== undefined && last.from_ms - first.from_ms <= windowMs;
  });

/** What findings of one category, in order of time, lead to; undefined for nothing. */
export const levelOf = (rule: CategoryRule, found: readonly DecisiveFinding[]): RaisedCategory['level'] | undefined => {
  const windowMs = rule.window_s * 1000;
  const counting = found.filter((one) => reaches(one, rule.review_at, true));
  const severe = counting.filter((one) => reaches(one, rule.block_at, false) && !one.isLocal);
  if (areDense(severe, rule.block_hits, windowMs)) return 'blocked';
  return areDense(counting, rule.min_hits, windowMs) ? 'review' : undefined;
};

/** A piece of evidence without what only users look at. */
export const decisiveFinding = (evidence: Evidence): DecisiveFinding => ({
  from_ms: evidence.from_ms,
  confidence: evidence.confidence,
  isLocal: isLocalModel(evidence),
});

const evaluateCategory = (
  category: Category,
  rule: CategoryRule,
  evidence: readonly Evidence[],
): readonly RaisedCategory[] => {
  const found = evidence
    .filter((one) => one.category === category && reaches(one, rule.review_at, true))
    .sort((a, b) => a.from_ms - b.from_ms || (a.id < b.id ? -1 : 1));
  const level = levelOf(rule, found.map(decisiveFinding));
  return level ? [{ category, level, evidence_ids: found.map(({ id }) => id) }] : [];
};

/** Whether a step did not check the title although there may be something to check. */
export const areUnchecked = (problems: readonly StepProblem[]): boolean =>
  problems.some(({ state }) => state !== 'nothing-to-check');

/** Categories that the policy requires and no model checked. */
export const missingOf = (coverage: readonly Category[], policy: SafetyPolicy): readonly Category[] =>
  CATEGORIES.filter((category) => policy[category].require_coverage && !coverage.includes(category));

/** The verdict that follows from the levels of the raised categories, and from whether everything was checked. */
export const combined = (levels: readonly RaisedCategory['level'][], isIncomplete: boolean): Verdict => {
  if (levels.includes('blocked')) return 'blocked';
  if (levels.length > 0) return 'review';
  return isIncomplete ? 'unknown' : 'clear';
};

/**
 * The verdict about a title: a pure function of what was found and of the policy, so a change of the policy needs no
 * new analysis. More evidence, less coverage or a stricter policy never make it milder.
 */
export const verdictOf = ({ evidence, coverage, problems }: Findings, policy: SafetyPolicy): Evaluation => {
  const raised = CATEGORIES.flatMap((category) => evaluateCategory(category, policy[category], evidence));
  const missing = missingOf(coverage, policy);
  const isIncomplete = missing.length > 0 || areUnchecked(problems);
  const verdict = combined(
    raised.map(({ level }) => level),
    isIncomplete,
  );
  return { verdict, raised, missing, problems };
};

const evidenceOf = ({ summary }: StepResult): readonly Evidence[] =>
  summary.step === 'text' || summary.step === 'frames' ? summary.evidence : [];

/** Categories that pictures decide: what is said in a video does not show that its pictures are harmless. */
const PICTURED: readonly Category[] = ['adult'];

/** What a completed step did not check, unless its problem is known: verdicts store theirs. */
const withUnreadFrames = (results: readonly StepResult[], problems: readonly StepProblem[]): readonly StepProblem[] => {
  if (problems.some(({ step }) => step === 'frames')) return problems;
  const reasons = results.flatMap(({ summary }) => (summary.step === 'frames' ? (unreadableText(summary) ?? []) : []));
  return [...problems, ...reasons.map((reason) => ({ step: 'frames', state: 'failed', reason }) as const)];
};

/** The findings in the stored results of one version of a source. `ended`: the steps that did not check it. */
export const findingsOf = (results: readonly StepResult[], ended: readonly StepProblem[]): Findings => {
  const problems = withUnreadFrames(results, ended);
  const used = results.filter(({ step }) => EVIDENCE_STEPS.includes(step));
  const hasPicture = !problems.some(({ step, state }) => step === 'frames' && state === 'nothing-to-check');
  const covered = new Set(
    used.flatMap(({ step, provenance: { covers } }) =>
      step === 'frames' || !hasPicture ? covers : covers.filter((category) => !PICTURED.includes(category)),
    ),
  );
  return {
    evidence: used.flatMap(evidenceOf),
    coverage: CATEGORIES.filter((category) => covered.has(category)),
    problems,
  };
};

/** Whether a result that the verdict uses is about an earlier transcript. */
export const areStale = (results: readonly StepResult[], current: TranscriptState | undefined): boolean =>
  results.some((result) => isStale(result, current) && evidenceOf(result).length + result.provenance.covers.length > 0);

/** The names and versions of the models that checked the title. */
export const modelsOf = (results: readonly StepResult[]): readonly string[] =>
  [...new Set(results.map(({ provenance: { provider, model, version } }) => `${provider} ${model} ${version}`))].sort();

/**
 * SHA-256 (hex) of the evidence, independent of its order. A decision names it to prove what was decided about. The
 * risk follows from the label, so it is left out. So is the key of the frame: another conversion of the same file
 * stores the same picture under another key.
 */
export const evidenceDigest = (evidence: readonly Evidence[]): string => {
  const lines = evidence
    .map(({ id, category, kind, from_ms, to_ms, quote, label, parent, confidence, provider, model, version }) =>
      JSON.stringify([id, category, kind, from_ms, to_ms, quote, label, parent, confidence, provider, model, version]),
    )
    .sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
};
