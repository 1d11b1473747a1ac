import type { WaitingFile } from '../../domain/content/content.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { swapUploads } from './conversion-record.ts';
import { leftoversWrite } from './leftover-repository.ts';
import { readUpload, type FoundUpload } from './upload-entity.ts';
import { updateUpload, type QuotaWrites } from './upload-writes.ts';

const readWaiting = async (
  table: Table,
  contentId: string,
  { source_key: key }: WaitingFile,
): Promise<(FoundUpload & { readonly upload: Upload }) | undefined> => {
  const { upload, own } = await readUpload(table, contentId, key);
  return upload?.state === 'waiting' ? { upload, own } : undefined;
};

export type WaitingFileRepository = ReturnType<typeof createWaitingFileRepository>;

/**
 * The writes that end the wait of a replacement, for the transaction that edits its content item (C6). They fail when
 * the uploads changed since they were read. Numbers are those of access-patterns.md.
 */
export const createWaitingFileRepository = (table: Table, quota: QuotaWrites) => ({
  /**
   * V8. The waiting file becomes the content item's own; the sweeper removes the old file at once, and its renditions
   * after an hour. Undefined when the file does not wait any more.
   */
  async acceptWrites(contentId: string, waiting: WaitingFile, now: string): Promise<readonly Write[] | undefined> {
    const found = await readWaiting(table, contentId, waiting);
    return (
      found && [
        ...swapUploads(table, found.upload, found.own, now),
        leftoversWrite(table, { content_id: contentId, claimed_at: now }),
      ]
    );
  },

  /**
   * V9. The waiting file is aborted and its storage released; the sweeper removes the file at once, and its renditions
   * after an hour, because staff may be playing them. Undefined when the file does not wait any more.
   */
  async rejectWrites(contentId: string, waiting: WaitingFile, now: string): Promise<readonly Write[] | undefined> {
    const found = await readWaiting(table, contentId, waiting);
    if (!found) return undefined;
    const { upload } = found;
    return [
      updateUpload(table, upload, { ...upload, state: 'aborted', deadline: now }),
      quota.release(upload.creator_id, upload.file_size),
      leftoversWrite(table, { content_id: contentId, claimed_at: now }),
    ];
  },
});
