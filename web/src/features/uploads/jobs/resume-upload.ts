import type { UnfinishedUpload } from '../../../../../lambdas/contract/media/uploads.ts';
import { ApiError, clientError } from '../../../lib/api/api-error.ts';
import { uploadTexts } from '../texts.ts';
import type { MultipartUpload, UploadDeps } from '../types.ts';
import type { UploadRequest } from './upload-job.ts';

/** The user's unfinished uploads, from any device. */
export const listUnfinished = async (api: UploadDeps['api']): Promise<readonly UnfinishedUpload[]> => {
  const response = await api.call('uploads.s3-upload-url', { body: { action: 'list' } });
  if (!('uploads' in response)) throw clientError('invalid_response', 200);
  return response.uploads;
};

/** Whether a file has the name and size of an unfinished upload. Its content is compared afterwards. */
export const hasNameAndSizeOf = (
  file: Pick<File, 'name' | 'size'>,
  { fileName, fileSize }: Pick<UnfinishedUpload, 'fileName' | 'fileSize'>,
): boolean => file.name.trim() === fileName && file.size === fileSize;

/**
 * Locks an unfinished upload and compares its stored parts with the file. Returns `locked` if another page is sending
 * it, and undefined if the file differs or the upload no longer exists.
 */
const resumeOne = async (
  { api, transfer, acquireLock }: UploadDeps,
  file: File,
  s3Key: string,
  signal: AbortSignal,
): Promise<MultipartUpload | 'locked' | undefined> => {
  const release = await acquireLock(s3Key);
  if (!release) return 'locked';
  try {
    const response = await api.call('uploads.s3-upload-url', { body: { action: 'parts', s3Key } });
    if (!('storedParts' in response)) throw clientError('invalid_response', 200);
    const { partSize, partCount, storedParts, joined } = response;
    if (await transfer.isSameContent(file, { partSize, partCount, storedParts, joined }, signal)) {
      return {
        s3Key,
        partSize,
        partCount,
        stored: new Set(storedParts.map(({ partNumber }) => partNumber)),
        isJoined: joined !== null,
        release,
      };
    }
  } catch (error) {
    release();
    // It was discarded or cleaned up in the meantime.
    if (error instanceof ApiError && (error.code === 'upload_not_found' || error.code === 'invalid_state'))
      return undefined;
    throw error;
  }
  release();
  return undefined;
};

/**
 * Finds an unfinished upload of a file by name, size, and content; undefined if there is none. Throws an error with a
 * user-facing message if the request names an upload that the file does not match.
 */
export const findResumable = async (
  deps: UploadDeps,
  { file, resume, replaces }: UploadRequest,
  signal: AbortSignal,
  onChecking: () => void,
): Promise<MultipartUpload | undefined> => {
  const unfinished = await listUnfinished(deps.api);
  const hasSameTarget = ({ replacement, contentId }: UnfinishedUpload): boolean =>
    (replacement ? contentId : undefined) === replaces;
  const candidates = unfinished.filter(
    (upload) =>
      hasSameTarget(upload) && hasNameAndSizeOf(file, upload) && (resume === undefined || upload.s3Key === resume),
  );
  if (candidates.length > 0) onChecking();
  for (const { s3Key } of candidates) {
    const upload = await resumeOne(deps, file, s3Key, signal);
    if (upload === 'locked' && resume !== undefined) throw new Error(uploadTexts.unfinished.locked);
    if (upload && upload !== 'locked') return upload;
  }
  if (resume !== undefined) throw new Error(uploadTexts.unfinished.otherContent);
  return undefined;
};
