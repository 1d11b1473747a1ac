import type { Write } from '../../data/table/writes.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import type { Content } from '../../domain/content/content.ts';
import { decideOn, neverEvaluated, summaryOf } from '../../domain/safety/review.ts';
import type { ContentDeps } from './deps.ts';

/** An edit that publishes an item which was not fully analyzed, and the writes that record the decision. */
export interface Approval {
  readonly content: Content;
  readonly writes: readonly Write[];
}

/** The decision that an edit contains: staff publish an item that was not fully analyzed. Undefined for other edits. */
export const approvalOf = async (
  { verdicts, newId, now }: Pick<ContentDeps, 'verdicts' | 'newId' | 'now'>,
  before: Content,
  edited: Content,
  { actor, reason }: { readonly actor: AuditAct['actor']; readonly reason: string },
): Promise<Approval | undefined> => {
  const version = edited.safety?.version_id;
  if (edited.safety === before.safety || version === undefined) return undefined;
  const at = now();
  const stored = (await verdicts.readVerdict(before.id, version)) ?? neverEvaluated(before.id, version, at);
  const made = decideOn(stored, {
    id: newId(),
    outcome: 'approved',
    opened: [],
    reason,
    decided_by: actor.userId,
    decided_role: actor.role,
    decided_at: at,
  });
  return { content: { ...edited, safety: summaryOf(made.after) }, writes: verdicts.decisionWrites(stored, made) };
};
