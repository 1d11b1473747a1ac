import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { appealOn, canAppeal, revisionOf } from '../../domain/safety/review.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { noticeOf, readOwned } from './owned-title.ts';

const CHANGED = 'The verdict or the file has changed since you read it. Read what was found now, then appeal.';

/** Stores the appeal of a title's owner and lists the title for review. Repeating the call has no effect. */
export const appeal = (deps: SafetyDeps) =>
  route(endpoints['safety.appeal'], async ({ params, body: { text, rev }, actor, requestId }) => {
    const found = await readOwned(deps, params.id, actor);
    const { verdict, record } = found;
    if (record.appeal?.text === text) return { status: 200, body: await noticeOf(deps, found) };
    if (record.appeal) throw new AppError('already_exists', 'You have already appealed against this verdict.');
    if (revisionOf(verdict) !== rev) throw new AppError('version_conflict', CHANGED);
    if (!canAppeal(verdict)) throw new AppError('invalid_state', 'Nothing keeps this title from being published.');
    const now = deps.now();
    const after = appealOn(verdict, now);
    const { content_id, version_id, evidence_digest } = verdict;
    const stored = { content_id, version_id, evidence_digest, text, appealed_by: actor.userId, appealed_at: now };
    const act = {
      actor,
      requestId,
      action: 'content.safety-appealed',
      targetId: content_id,
      before: {},
      after: { verdict: verdict.verdict, decision: verdict.decision?.outcome ?? null },
      reason: text,
    } as const;
    if (!(await deps.reviews.appeal(verdict, after, stored, act))) throw new AppError('version_conflict', CHANGED);
    const appeals = [...record.appeals, stored];
    const appealed = { ...found, verdict: after, record: { ...record, verdict: after, appeal: stored, appeals } };
    return { status: 200, body: await noticeOf(deps, appealed) };
  });
