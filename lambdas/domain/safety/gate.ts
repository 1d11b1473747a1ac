import type { Category } from '../analysis/provenance.ts';
import { AppError } from '../app-error.ts';
import { evidenceDigest, isMilder, type Verdict } from './verdict.ts';

/** What staff decided about a verdict. */
export const OUTCOMES = ['approved', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a decision was made about. It applies while the verdict does not become more severe. */
export interface DecidedVerdict {
  readonly verdict: Verdict;
  /** The categories that needed the decision. */
  readonly categories: Category[];
  readonly evidence_digest: string;
}

/**
 * The verdict about a content item, stored on the item itself so that publishing needs no other read. It counts only
 * for the file that it was made for.
 */
export interface SafetySummary extends DecidedVerdict {
  /** S3 version of the source. */
  readonly version_id: string;
  /** Null for an item that was never evaluated. */
  readonly policy_version: number | null;
  /** Revision of the stored verdict that this is a copy of; 0 when there is none. */
  readonly rev: number;
  readonly decision?: (DecidedVerdict & { readonly outcome: Outcome }) | undefined;
}

/** The parts of a content item that decide whether it can be published. */
export interface Gated {
  readonly safety?: SafetySummary | undefined;
  readonly source_version_id: string | null;
}

/** The setting that decides about items that were not fully analyzed. */
export interface GateSettings {
  /** Publishing needs a review. */
  readonly content_moderation: boolean;
}

/** The verdict about an item that was not analyzed. */
const notAnalyzed: Omit<SafetySummary, 'version_id'> = {
  verdict: 'unknown',
  categories: [],
  policy_version: null,
  evidence_digest: evidenceDigest([]),
  rev: 0,
};

/** The verdict about the current file of an item: that of an earlier file does not count. */
export const currentSafety = ({ safety, source_version_id: version }: Gated): SafetySummary =>
  safety && safety.version_id === version ? safety : { ...notAnalyzed, version_id: version ?? '' };

/**
 * The decision that applies to a verdict. An approval applies only to what staff saw: it ends when the verdict becomes
 * more severe, when other evidence appears, or when another category needs a review. A rejection applies until staff
 * decide again.
 */
export const decisionOn = ({
  decision,
  ...now
}: Pick<SafetySummary, keyof DecidedVerdict | 'decision'>): Outcome | undefined => {
  if (!decision || decision.outcome === 'rejected') return decision?.outcome;
  const isCovered =
    !isMilder(decision.verdict, now.verdict) &&
    now.categories.every((category) => decision.categories.includes(category)) &&
    (now.categories.length === 0 || decision.evidence_digest === now.evidence_digest);
  return isCovered ? 'approved' : undefined;
};

/**
 * Whether an item can be published. `reason-needed`: it was not fully analyzed, so staff must say why they publish it.
 * `review-needed`: the analysis found sensitive content, so staff must look at the evidence and decide.
 */
export type GateAnswer = 'open' | 'reason-needed' | 'review-needed';

/** The gate that everything that publishes asks. It depends on the item and the settings only. */
export const gateOf = (item: Gated, { content_moderation: isModerated }: GateSettings): GateAnswer => {
  const safety = currentSafety(item);
  const decision = decisionOn(safety);
  if (decision !== undefined) return decision === 'approved' ? 'open' : 'review-needed';
  if (safety.verdict === 'clear') return 'open';
  if (safety.verdict === 'unknown') return isModerated ? 'reason-needed' : 'open';
  return 'review-needed';
};

const REJECTED = 'Staff rejected this title after its analysis. It can be published once they approve it.';
const RAISED =
  'The analysis found content that the policy restricts. Look at the evidence under Content Reviews and decide there.';
const NOT_ANALYZED =
  'This title was not fully analyzed. While content moderation is on, approve it under Content Reviews with a reason.';

/**
 * Rejects publishing an item that the gate does not let pass. With a reason, staff approve an item that was not fully
 * analyzed. Returns that approval, or undefined when none was needed.
 * @throws AppError `review_required` or `reason_required`
 */
export const passGate = (item: Gated, settings: GateSettings, reason?: string): SafetySummary | undefined => {
  const answer = gateOf(item, settings);
  if (answer === 'open') return undefined;
  const safety = currentSafety(item);
  if (answer === 'review-needed')
    throw new AppError('review_required', safety.decision?.outcome === 'rejected' ? REJECTED : RAISED);
  if (reason === undefined) throw new AppError('reason_required', NOT_ANALYZED);
  return withDecision(safety, 'approved');
};

/** A verdict with a decision about it. */
export const withDecision = (safety: SafetySummary, outcome: Outcome): SafetySummary => {
  const { verdict, categories, evidence_digest } = safety;
  return { ...safety, decision: { verdict, categories, evidence_digest, outcome } };
};
