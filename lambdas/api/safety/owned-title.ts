import type { Role } from '../../contract/shared.ts';
import type { SafetyNotice } from '../../contract/admin/safety-shapes.ts';
import { AppError } from '../../domain/app-error.ts';
import { decisionOn } from '../../domain/safety/gate.ts';
import { ownAppeals } from '../../domain/safety/own-appeals.ts';
import { canAppeal, revisionOf, summaryOf } from '../../domain/safety/review.ts';
import { canDownloadSource } from '../../domain/uploads/download-right.ts';
import type { SafetyDeps } from './deps.ts';
import type { FoundReview } from './found-review.ts';
import { readSafety } from './read-review.ts';
import { evidenceView } from './review-view.ts';

/**
 * What is stored about a title of the caller: the user of its creator, or an administrator.
 * @throws AppError `content_not_found`, also for everyone else
 */
export const readOwned = async (
  deps: SafetyDeps,
  id: string,
  actor: { readonly userId: string; readonly role: Role },
): Promise<FoundReview> => {
  const content = await deps.content.get(id, { consistent: true });
  if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
  const creator = actor.role === 'admin' ? undefined : await deps.creators.get(content.creator_id);
  if (!canDownloadSource(creator, actor)) throw new AppError('content_not_found');
  return readSafety(deps, content);
};

/** The verdict as its owner sees it: with what counts for it, without other findings and without names of staff. */
export const noticeOf = async (
  { policies }: Pick<SafetyDeps, 'policies'>,
  found: FoundReview,
): Promise<SafetyNotice> => {
  const { verdict, record } = found;
  const { decisions, appeal, appeals } = record;
  const policy = verdict.policy_version === null ? undefined : await policies.readVersion(verdict.policy_version);
  const decision = decisionOn(summaryOf(verdict)) ?? null;
  const last = decisions.find(({ version_id: version }) => version === verdict.version_id);
  return {
    verdict: verdict.verdict,
    raised: verdict.raised.map(({ category, level }) => ({ category, level, rule: policy?.rules[category] ?? null })),
    missing: [...verdict.missing],
    problems: verdict.problems.map((problem) => ({ ...problem })),
    policy_version: verdict.policy_version,
    models: [...verdict.models],
    evidence: evidenceView(found).filter(({ counts }) => counts),
    decision,
    reason: decision === null ? null : (last?.reason ?? null),
    can_appeal: appeal === undefined && canAppeal(verdict),
    appeals: [...ownAppeals(appeals, decisions, verdict.version_id)],
    rev: revisionOf(verdict),
  };
};
