import { optimistic } from '../../domain/optimistic.ts';
import { parseUploadKey, type Upload } from '../../domain/uploads/upload.ts';
import { ConditionFailed, conditionHolds, ignoreConditionFailed, orRetry } from '../table/errors.ts';
import { atRev, type Expression } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { EXPIRING_UPLOADS, readUpload, readUploads, uploadChange, uploadEntity } from './upload-entity.ts';
import {
  abortUpload,
  createUpload,
  updateUpload,
  type AbortReason,
  type QuotaWrites,
  type ReplacementRequest,
} from './upload-writes.ts';

/** Uploads read from the index at once. */
const PAGE = 100;

interface AbortOptions extends AbortReason {
  /** Called with the stored upload before each try. The upload stays unchanged if it returns true. */
  readonly keep?: (upload: Upload) => boolean | Promise<boolean>;
}

const findUpload = async (table: Table, sourceKey: string): Promise<Upload | undefined> => {
  const ids = parseUploadKey(sourceKey);
  const { upload } = ids ? await readUpload(table, ids.contentId, sourceKey) : { upload: undefined };
  return upload?.key === sourceKey ? upload : undefined;
};

const completeUpload = async (table: Table, upload: Upload, versionId: string): Promise<Upload> => {
  if (upload.state !== 'open') return upload;
  try {
    const checked = upload.source_version_id ?? versionId;
    const change = uploadChange(upload, { ...upload, state: 'completed', checked_version_id: checked });
    return uploadEntity.parse(await table.update(uploadEntity.key(upload), change, atRev(upload.rev)));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const stored = await findUpload(table, upload.key);
    if (!stored) throw error;
    return completeUpload(table, stored, versionId);
  }
};

/** The newest unfinished multipart uploads of a user. */
const listUnfinished = async (
  table: Table,
  userId: string,
  limit: number,
  onBad: (count: number) => void,
): Promise<readonly Upload[]> => {
  const filter: Expression = {
    expression: '#user = :user AND #kind = :kind AND #state IN (:open, :completed)',
    names: { '#user': 'user_id', '#kind': 'kind', '#state': 'state' },
    values: { ':user': userId, ':kind': 'multipart', ':open': 'open', ':completed': 'completed' },
  };
  const found: Upload[] = [];
  for await (const items of table.pages({ index: 'gsi1', partition: EXPIRING_UPLOADS, limit: PAGE, filter })) {
    found.push(...parseList(uploadEntity, items, onBad));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
};

export type UploadRepository = ReturnType<typeof createUploadRepository>;

/** Uploads and the storage that they reserve. Numbers are those of access-patterns.md. */
export const createUploadRepository = (table: Table, quota: QuotaWrites) => ({
  /** U1. A content item's own upload, strongly consistent (1 RRU), because events and requests race here. */
  get: async (contentId: string): Promise<Upload | undefined> => (await readUpload(table, contentId)).upload,

  /** U10. The upload whose file is stored under a key, like U1. A replacement takes a second read. */
  find: (sourceKey: string): Promise<Upload | undefined> => findUpload(table, sourceKey),

  /** U2. Stores a new upload and reserves its bytes. Returns which condition failed. */
  create: (upload: Upload, reserve: Write, replacement?: ReplacementRequest) =>
    createUpload(table, upload, reserve, replacement),

  /**
   * U3. Marks an open upload as checked, with the S3 version that was checked; no effect in another state. A version
   * whose conversion has begun stays the accepted one. Returns the stored upload.
   * @throws ConditionFailed when the upload no longer exists
   */
  complete: (upload: Upload, versionId: string): Promise<Upload> => completeUpload(table, upload, versionId),

  /**
   * U4. Aborts an upload that is in one of the states `from` and releases its bytes exactly once. It is due for the
   * sweeper immediately, in case its objects are not removed. Returns the stored upload.
   */
  abort: (
    sourceKey: string,
    from: readonly Upload['state'][],
    now: string,
    { keep, ...reason }: AbortOptions = {},
  ): Promise<Upload | undefined> =>
    optimistic(async () => {
      const upload = await findUpload(table, sourceKey);
      if (!upload || (await keep?.(upload)) || !from.includes(upload.state)) return upload;
      return orRetry(abortUpload(table, quota, upload, now, reason), 0);
    }),

  /** U7. Records that all data of an aborted upload is deleted. No effect when the upload changed since it was read. */
  markCleaned: (upload: Upload): Promise<void> =>
    ignoreConditionFailed(
      table.update(uploadEntity.key(upload), uploadChange(upload, { ...upload, cleaned: true }), atRev(upload.rev)),
    ),

  /** U5. Uploads past their deadline, oldest first. */
  async listDue(now: string, limit: number, onBad: (count: number) => void): Promise<readonly Upload[]> {
    const query = { index: 'gsi1', partition: EXPIRING_UPLOADS, upTo: now, limit, descending: false } as const;
    const { items } = await table.query(query);
    return parseList(uploadEntity, items, onBad);
  },

  /**
   * U8. A user's multipart uploads that wait for bytes or for their content item, newest first. The index contains the
   * uploads of all users, but only until a content item claims them, so only those of the last days.
   */
  listUnfinished: (userId: string, limit: number, onBad: (count: number) => void): Promise<readonly Upload[]> =>
    listUnfinished(table, userId, limit, onBad),

  /** U9. Moves the deadline of an unclaimed upload. False when it changed since it was read. */
  postpone: (upload: Upload, deadline: string): Promise<boolean> =>
    conditionHolds(
      table.update(uploadEntity.key(upload), uploadChange(upload, { ...upload, deadline }), atRev(upload.rev)),
    ),

  /** U11. Every upload of a content item. */
  list: (contentId: string): Promise<readonly Upload[]> => readUploads(table, contentId),

  /**
   * U12. The write that assigns an upload to another creator, for the transaction that moves its storage. Fails when
   * the upload changed since it was read.
   */
  assign: (upload: Upload, creatorId: string): Write =>
    updateUpload(table, upload, { ...upload, creator_id: creatorId }),

  /** U6. Deletes an upload and releases the bytes that it still reserves. */
  async remove({ key: sourceKey }: Pick<Upload, 'key'>): Promise<void> {
    await optimistic(async () => {
      const upload = await findUpload(table, sourceKey);
      if (!upload) return undefined;
      const release = upload.state === 'aborted' ? [] : [quota.release(upload.creator_id, upload.file_size)];
      const remove = table.write.delete(uploadEntity.key(upload), atRev(upload.rev));
      return orRetry(table.transact([remove, ...release]), 0);
    });
  },
});
