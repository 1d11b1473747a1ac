import { storedContentType } from '../../contract/media/upload-limits.ts';
import { uploadKey } from '../media/layout.ts';
import type { AnnouncedFile } from './upload-rules.ts';
import { CLAIM_TIME_MS, type Upload } from './upload.ts';

/** Parts of a new upload that do not come from the announced file. */
export interface NewUploadParts {
  readonly contentId: string;
  readonly uploadId: string;
  /** Whether it replaces the file of an existing content item. */
  readonly replacement: boolean;
  readonly creatorId: string;
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An open upload of the announced file. The caller adds its kind. */
export const newUpload = (
  file: AnnouncedFile,
  { contentId, uploadId, replacement, creatorId, userId, now }: NewUploadParts,
): Omit<Upload, 'kind'> => ({
  content_id: contentId,
  upload_id: uploadId,
  ...(replacement ? { replacement: true } : {}),
  key: uploadKey(contentId, uploadId),
  file_name: file.fileName,
  file_type: storedContentType(file.fileType),
  file_size: file.fileSize,
  state: 'open',
  creator_id: creatorId,
  user_id: userId,
  created_at: new Date(now).toISOString(),
  deadline: new Date(now + CLAIM_TIME_MS).toISOString(),
  rev: 1,
});
