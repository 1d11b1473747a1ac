import { SafetyCategory, type SafetyReview, type SafetyReviewCard } from '../../contract/admin/safety-shapes.ts';
import type { Content } from '../../domain/content/content.ts';
import { decisionOn, currentSafety } from '../../domain/safety/gate.ts';
import { revisionOf, type StoredVerdict } from '../../domain/safety/review.ts';
import { areStale, findingsOf } from '../../domain/safety/verdict.ts';
import type { FoundReview } from './found-review.ts';

/** A title in the list of reviews. */
export const reviewCard = (content: Content, verdict: StoredVerdict): SafetyReviewCard => ({
  content_id: content.id,
  title: content.title,
  content_type: content.content_type,
  status: content.status,
  verdict: verdict.verdict,
  raised: verdict.raised.map(({ category, level }) => ({ category, level })),
  waiting_since: verdict.waiting_since ?? null,
  appealed_at: verdict.appealed_at ?? null,
});

/** The findings in a title, in order of time. */
export const evidenceView = ({
  verdict,
  results,
}: Pick<FoundReview, 'verdict' | 'results'>): SafetyReview['evidence'] => {
  const counting = new Set(verdict.raised.flatMap(({ evidence_ids: ids }) => ids));
  return [...findingsOf(results, verdict.problems).evidence]
    .sort((a, b) => a.from_ms - b.from_ms || (a.id < b.id ? -1 : 1))
    .map((one) => ({ ...one, risk: one.risk ?? null, counts: counting.has(one.id) }));
};

/** Everything that a decision about a title depends on. */
export const reviewView = (found: FoundReview, names: ReadonlyMap<string, string>): SafetyReview => {
  const { content, verdict, results, transcript } = found;
  const { decisions, appeal } = found.record;
  const { coverage } = findingsOf(results, verdict.problems);
  return {
    ...reviewCard(content, verdict),
    decision: decisionOn(currentSafety(content)) ?? null,
    policy_version: verdict.policy_version,
    missing: [...verdict.missing],
    not_covered: SafetyCategory.options.filter((category) => !coverage.includes(category)),
    problems: verdict.problems.map((problem) => ({ ...problem })),
    models: [...verdict.models],
    stale: areStale(results, transcript),
    evidence: evidenceView(found),
    decisions: decisions.map((one) => ({
      ...one,
      models: [...one.models],
      is_current: one.version_id === verdict.version_id,
      decided_by_name: names.get(one.decided_by) ?? null,
    })),
    appeal: appeal ? { text: appeal.text, appealed_at: appeal.appealed_at } : null,
    rev: revisionOf(verdict),
  };
};
