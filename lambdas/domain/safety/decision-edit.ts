import type { ActBy, AuditAct } from '../audit/act.ts';
import type { Content } from '../content/content.ts';
import { applyPatch } from '../content/edit.ts';
import type { Outcome } from './gate.ts';
import { revisionOf, type StoredDecision, type StoredVerdict } from './review.ts';

/** What staff decide, and whether an approval publishes the item too. */
export interface DecisionRequest {
  readonly outcome: Outcome;
  readonly publish: boolean;
}

/**
 * The item after a decision, which it contains already: an approval can publish it, a rejection unpublishes it and ends
 * its wait. Throws AppError `invalid_state` when there is nothing to play.
 */
export const afterDecision = (content: Content, { outcome, publish }: DecisionRequest, now: string): Content => {
  const patch = (status: 'published' | 'draft') =>
    // The decision opens the gate, so the settings do not matter.
    applyPatch(content, { revision: content.revision, status }, undefined, now, { content_moderation: true }) ??
    content;
  // An approval also publishes what only waited for it.
  const publishes = publish || (content.publish_when_ready === true && content.media_version !== null);
  if (outcome === 'approved' && publishes && content.status !== 'published') return patch('published');
  if (outcome === 'rejected' && (content.status !== 'draft' || content.publish_when_ready === true))
    return patch('draft');
  return { ...content, revision: content.revision + 1, updated_at: now };
};

/** Audit action: staff decided about a title. */
export const decisionAct = (
  by: ActBy,
  before: { readonly content: Content; readonly verdict: StoredVerdict },
  decision: StoredDecision,
  after: Content,
): AuditAct => {
  const { outcome, opened, reason, verdict, policy_version, models, evidence_digest, on_appeal } = decision;
  return {
    ...by,
    action: outcome === 'approved' ? 'content.safety-approved' : 'content.safety-rejected',
    targetId: after.id,
    reason,
    before: { status: before.content.status, decision: before.verdict.decision?.outcome ?? null },
    after: {
      status: after.status,
      decision: outcome,
      verdict,
      policy_version,
      models,
      evidence_digest,
      opened,
      on_appeal,
    },
  };
};

/** Whether a user repeats a decision whose response was lost. `last` is the latest decision about the item. */
export const isRepeatedDecision = (
  verdict: StoredVerdict,
  last: StoredDecision | undefined,
  asked: Pick<StoredDecision, 'outcome' | 'reason' | 'decided_by'> & { readonly rev: string },
): boolean =>
  revisionOf({ ...verdict, rev: verdict.rev - 1 }) === asked.rev &&
  last?.decided_by === asked.decided_by &&
  last.outcome === asked.outcome &&
  last.reason === asked.reason &&
  last.version_id === verdict.version_id;
