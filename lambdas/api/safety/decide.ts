import { endpoints } from '../../contract/index.ts';
import { ConditionFailed } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { afterDecision, decisionAct, isRepeatedDecision } from '../../domain/safety/decision-edit.ts';
import { assertOpened, decideOn, revisionOf, summaryOf } from '../../domain/safety/review.ts';
import { findingsOf } from '../../domain/safety/verdict.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { readReview, toReview } from './read-review.ts';

/**
 * Approves or rejects a title, with what it leads to, in one transaction with the audit entry. Repeating the call
 * returns the same.
 */
export const decide = (deps: SafetyDeps) =>
  route(endpoints['safety.decide'], async ({ params, body, actor, requestId }) => {
    const found = await readReview(deps, params.id, actor.role);
    const { content, verdict, results } = found;
    if (isRepeatedDecision(verdict, found.record.decisions[0], { ...body, decided_by: actor.userId })) {
      await syncStills(deps, content);
      return { status: 200, body: await toReview(deps, found) };
    }
    if (revisionOf(verdict) !== body.rev) throw new AppError('version_conflict');
    assertOpened(verdict, findingsOf(results, []).evidence, body.opened);
    const now = deps.now();
    const made = decideOn(verdict, {
      id: deps.newId(),
      outcome: body.outcome,
      opened: [...new Set(body.opened)],
      reason: body.reason,
      decided_by: actor.userId,
      decided_role: actor.role,
      decided_at: now,
    });
    const safety = summaryOf(made.after);
    const after = { ...afterDecision({ ...content, safety }, body, now), safety };
    const saved = await deps.content
      .saveEdit(content, after, decisionAct({ actor, requestId }, found, made.decision, after), {
        more: deps.reviews.decisionWrites(verdict, made),
      })
      .catch((error: unknown) => {
        throw error instanceof ConditionFailed ? new AppError('version_conflict') : error;
      });
    const shown = await syncStills(deps, saved);
    const record = { ...found.record, verdict: made.after, decisions: [made.decision, ...found.record.decisions] };
    return { status: 200, body: await toReview(deps, { ...found, content: shown, verdict: made.after, record }) };
  });
