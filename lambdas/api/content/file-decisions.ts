import type { Write } from '../../data/table/writes.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import type { Content, WaitingFile } from '../../domain/content/content.ts';
import { uploadIdOf } from '../../domain/conversion/attempt.ts';
import { uploadKey } from '../../domain/media/layout.ts';
import { passGate } from '../../domain/safety/gate.ts';
import { summaryOf } from '../../domain/safety/review.ts';
import { withAcceptedFile, withoutWaitingFile } from '../../domain/uploads/waiting-file.ts';
import { approve } from './approval.ts';
import type { ContentDeps } from './deps.ts';

/** A content item after a decision, and what is written together with it. */
export interface Decided {
  readonly after: Content;
  readonly writes: readonly Write[];
}

/** Whether a user repeats a decision whose response was lost. */
export const isRepeatedDecision = async (
  { uploads }: ContentDeps,
  content: Content,
  { version, outcome }: { readonly version: string; readonly outcome: 'accepted' | 'rejected' },
): Promise<boolean> => {
  if (outcome === 'accepted') return content.media_version === version;
  return (await uploads.find(uploadKey(content.id, uploadIdOf(version))))?.state === 'aborted';
};

/** The waiting file becomes the item's own if the gate lets it pass with this reason. */
export const acceptFile = async (
  deps: ContentDeps,
  content: Content,
  waiting: WaitingFile,
  by: { readonly actor: AuditAct['actor']; readonly reason: string },
): Promise<Decided | undefined> => {
  const { source_version_id: version } = waiting;
  const now = deps.now();
  const stored = await deps.verdicts.readVerdict(content.id, version);
  const safety = stored && summaryOf(stored);
  const needsApproval = passGate({ safety, source_version_id: version }, await deps.readSettings(), by.reason);
  const approval = needsApproval && approve(deps, content.id, { version, stored }, by);
  const writes = await deps.waitingFiles.acceptWrites(content.id, waiting, now);
  return (
    writes && {
      after: { ...withAcceptedFile(content, waiting, now), safety: approval?.safety ?? safety },
      writes: [...writes, ...(approval?.writes ?? [deps.verdicts.verdictUnchanged(content.id, version, stored)])],
    }
  );
};

/** The waiting file is removed, and the item shows the conversion of its own file again. */
export const rejectFile = async (
  deps: ContentDeps,
  content: Content,
  waiting: WaitingFile,
): Promise<Decided | undefined> => {
  const now = deps.now();
  const attempts = await deps.attempts.list(content.id);
  const writes = await deps.waitingFiles.rejectWrites(content.id, waiting, now);
  return writes && { after: withoutWaitingFile(content, attempts, now), writes };
};
