import type { Write } from '../../data/table/writes.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import type { Content } from '../../domain/content/content.ts';
import type { SafetySummary } from '../../domain/safety/gate.ts';
import { decideOn, neverEvaluated, summaryOf, type StoredVerdict } from '../../domain/safety/review.ts';
import type { ContentDeps } from './deps.ts';

/** The verdict about a version of a source as stored; undefined when it was never evaluated. */
interface EvaluatedVersion {
  readonly version: string;
  readonly stored: StoredVerdict | undefined;
}

/** Who approves, and why. */
interface ApprovedBy {
  readonly actor: AuditAct['actor'];
  readonly reason: string;
}

/** The approval of a version that was not fully analyzed: its verdict with the decision, and the writes of both. */
export const approve = (
  { verdicts, newId, now }: Pick<ContentDeps, 'verdicts' | 'newId' | 'now'>,
  contentId: string,
  { version, stored }: EvaluatedVersion,
  { actor, reason }: ApprovedBy,
): { readonly safety: SafetySummary; readonly writes: readonly Write[] } => {
  const at = now();
  const before = stored ?? neverEvaluated(contentId, version, at);
  const made = decideOn(before, {
    id: newId(),
    outcome: 'approved',
    opened: [],
    reason,
    decided_by: actor.userId,
    decided_role: actor.role,
    decided_at: at,
  });
  return { safety: summaryOf(made.after), writes: verdicts.decisionWrites(before, made) };
};

/** An edit that publishes an item which was not fully analyzed, and the writes that record the decision. */
export interface Approval {
  readonly content: Content;
  readonly writes: readonly Write[];
}

/** The decision that an edit contains: staff publish an item that was not fully analyzed. Undefined for other edits. */
export const approvalOf = async (
  deps: Pick<ContentDeps, 'verdicts' | 'newId' | 'now'>,
  before: Content,
  edited: Content,
  by: ApprovedBy,
): Promise<Approval | undefined> => {
  const version = edited.safety?.version_id;
  if (edited.safety === before.safety || version === undefined) return undefined;
  const stored = await deps.verdicts.readVerdict(before.id, version);
  const { safety, writes } = approve(deps, before.id, { version, stored }, by);
  return { content: { ...edited, safety }, writes };
};
