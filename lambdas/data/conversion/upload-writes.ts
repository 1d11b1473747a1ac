import type { ActBy, AuditAct } from '../../domain/audit/act.ts';
import type { Upload, UploadRejection } from '../../domain/uploads/upload.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { ConditionFailed } from '../table/errors.ts';
import { atRev, isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { uploadChange, uploadEntity } from './upload-entity.ts';

/** Creates the write that releases a creator's storage quota. Implemented by the creator repository. */
export interface QuotaWrites {
  release(creatorId: string, bytes: number): Write;
}

/** Why and by whom an upload is aborted. */
export interface AbortReason {
  readonly rejection?: UploadRejection | undefined;
  /** The user who discards it, for the audit log. */
  readonly by?: ActBy | undefined;
}

/** A new upload that will replace the file of a content item. */
export interface ReplacementRequest {
  /** Fails the transaction when the content item no longer exists or a legal hold keeps its file. */
  readonly isReplaceable: Write;
  readonly by: ActBy;
  /** The current file. */
  readonly before: Pick<Upload, 'file_name' | 'file_size'>;
}

const discardAct = (by: ActBy, { content_id: targetId, file_name, file_type, file_size, state }: Upload): AuditAct => ({
  ...by,
  action: 'content.upload-discarded',
  targetId,
  before: { file_name, file_type, file_size, state },
  after: null,
});

const replacementAct = (
  { by, before }: ReplacementRequest,
  { content_id: targetId, file_name, file_size }: Upload,
): AuditAct => ({
  ...by,
  action: 'content.replacement-begun',
  targetId,
  before,
  after: { file_name, file_size },
});

/** The write that stores the next state of an upload. Fails when the upload changed since it was read. */
export const updateUpload = (table: Table, before: Upload, after: Upload): Write =>
  table.write.update(uploadEntity.key(before), uploadChange(before, after), atRev(before.rev));

/**
 * Stores a new upload and reserves its bytes by `reserve` in one transaction. A replacement is also recorded in the
 * audit log. Returns which condition failed.
 */
export const createUpload = async (
  table: Table,
  upload: Upload,
  reserve: Write,
  replacement?: ReplacementRequest,
): Promise<'created' | 'no-quota' | 'not-replaceable'> => {
  const replacementWrites = replacement
    ? [replacement.isReplaceable, auditWrite(table, replacementAct(replacement, upload), upload.created_at)]
    : [];
  try {
    await table.transact([table.write.put(uploadEntity.toItem(upload), isNew), reserve, ...replacementWrites]);
    return 'created';
  } catch (error) {
    if (error instanceof ConditionFailed && error.index > 0) return error.index === 1 ? 'no-quota' : 'not-replaceable';
    throw error;
  }
};

/** Aborts an upload and releases its bytes in one transaction. @throws ConditionFailed when it changed */
export const abortUpload = async (
  table: Table,
  quota: QuotaWrites,
  upload: Upload,
  now: string,
  { rejection, by }: AbortReason,
): Promise<Upload> => {
  const aborted: Upload = { ...upload, state: 'aborted', deadline: now, ...(rejection ? { rejection } : {}) };
  await table.transact([
    updateUpload(table, upload, aborted),
    quota.release(upload.creator_id, upload.file_size),
    ...(by ? [auditWrite(table, discardAct(by, upload), now)] : []),
  ]);
  return { ...aborted, rev: upload.rev + 1 };
};
