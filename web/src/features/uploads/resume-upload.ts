import type { UnfinishedUpload } from '../../../../lambdas/contract/media/uploads.ts';
import { ApiError, clientError } from '../../lib/api/api-error.ts';
import type { Release } from '../../lib/page-lock.ts';
import type { Cut } from '../../lib/transfer/s3-upload.ts';
import { uploadTexts } from './texts.ts';
import type { UploadDeps } from './run-upload.ts';
import type { UploadRequest } from './upload-job.ts';

/** An upload in parts with what the server has of it already. */
export interface Begun extends Cut {
  readonly s3Key: string;
  readonly stored: ReadonlySet<number>;
  /** Every part is stored, and they are joined. */
  readonly whole: boolean;
  /** Lets other pages of this browser have it. */
  readonly release: Release;
}

/** Uploads that the person began anywhere and has not finished. */
export const listUnfinished = async (api: UploadDeps['api']): Promise<readonly UnfinishedUpload[]> => {
  const answer = await api.call('uploads.s3-upload-url', { body: { action: 'list' } });
  if (!('uploads' in answer)) throw clientError('invalid_response', 200);
  return answer.uploads;
};

/** Whether a chosen file may be that of an unfinished upload; its content is looked at afterwards. */
export const isNamedLike = (
  file: Pick<File, 'name' | 'size'>,
  { fileName, fileSize }: Pick<UnfinishedUpload, 'fileName' | 'fileSize'>,
): boolean => file.name.trim() === fileName && file.size === fileSize;

/** One unfinished upload, if everything stored of it is of this very file and no other page is at it. */
const takeUpOne = async (
  { api, transfer, holdName }: UploadDeps,
  file: File,
  s3Key: string,
  signal: AbortSignal,
): Promise<Begun | 'held' | undefined> => {
  const release = await holdName(s3Key);
  if (!release) return 'held';
  try {
    const answer = await api.call('uploads.s3-upload-url', { body: { action: 'parts', s3Key } });
    if (!('storedParts' in answer)) throw clientError('invalid_response', 200);
    const { partSize, partCount, storedParts, joined } = answer;
    if (await transfer.isSameContent(file, { partSize, partCount, storedParts, joined }, signal)) {
      return {
        s3Key,
        partSize,
        partCount,
        stored: new Set(storedParts.map(({ partNumber }) => partNumber)),
        whole: joined !== null,
        release,
      };
    }
  } catch (error) {
    release();
    // Given up or swept meanwhile.
    if (error instanceof ApiError && (error.code === 'upload_not_found' || error.code === 'invalid_state'))
      return undefined;
    throw error;
  }
  release();
  return undefined;
};

/**
 * Finds what was begun of a file before, by name, size and content; undefined when nothing was. Throws a sentence when
 * the request names an upload and the file is not that one's.
 */
export const takeUp = async (
  deps: UploadDeps,
  { file, resume, replaces }: UploadRequest,
  signal: AbortSignal,
  onChecking: () => void,
): Promise<Begun | undefined> => {
  const unfinished = await listUnfinished(deps.api);
  const isFor = ({ replacement, contentId }: UnfinishedUpload): boolean =>
    (replacement ? contentId : undefined) === replaces;
  const candidates = unfinished.filter(
    (upload) => isFor(upload) && isNamedLike(file, upload) && (resume === undefined || upload.s3Key === resume),
  );
  if (candidates.length > 0) onChecking();
  for (const { s3Key } of candidates) {
    const begun = await takeUpOne(deps, file, s3Key, signal);
    if (begun === 'held' && resume !== undefined) throw new Error(uploadTexts.unfinished.held);
    if (begun && begun !== 'held') return begun;
  }
  if (resume !== undefined) throw new Error(uploadTexts.unfinished.otherContent);
  return undefined;
};
