import { attemptId, fail, type Attempt } from '../../domain/conversion/attempt.ts';
import type { Upload, UploadRejection } from '../../domain/uploads/upload.ts';
import type { IngestDeps } from './deps.ts';

/** Whether the file is that of a content item which a legal hold keeps. */
const isKeptByHold = async (deps: IngestDeps, { state, content_id: id }: Upload): Promise<boolean> =>
  state === 'claimed' && (await deps.conversions.readRecord(id))?.content?.held_since !== undefined;

/** Releases the quota of a rejected file and deletes it, unless a legal hold keeps it. Can be repeated. */
export const finishRejection = async (
  deps: IngestDeps,
  { content_id: contentId, key, replacement }: Upload,
  attempt: Attempt,
): Promise<void> => {
  const rejection: UploadRejection = { code: 'unsupported_format', reason: attempt.reason ?? 'The file was rejected.' };
  // A later attempt at a replacement will reject it too, and ends it then.
  const keep = async (upload: Upload) =>
    replacement === true ? upload.current_attempt !== attemptId(attempt) : isKeptByHold(deps, upload);
  const upload = await deps.uploads.abort(key, ['open', 'completed', 'claimed'], new Date(deps.now()).toISOString(), {
    rejection,
    keep,
  });
  if (upload && upload.state !== 'aborted') return;
  await deps.store.remove(key, attempt.version_id);
  // The sweeper removes the rest: renditions of an earlier version, and an attempt that no content item shows.
  const done = attempt.attempt === 1 && (await deps.conversions.readRecord(contentId))?.content !== undefined;
  if (done && upload && !upload.cleaned) await deps.uploads.markCleaned(upload);
};

/**
 * Rejects a file that is not media, exceeds a limit, or differs from the announced one, and deletes it. A content item
 * that uses it stays as failed, with the reason; without one, creating the content item returns the reason. The attempt
 * is ended first: if the worker stops then, the next delivery of the event finishes the rejection. During a legal hold,
 * the content item keeps its file.
 */
export const rejectSource = async (
  deps: IngestDeps,
  upload: Upload,
  attempt: Attempt,
  reason: string,
): Promise<void> => {
  const failed = fail(attempt, 'rejected', reason, deps.now());
  const saved = await deps.conversions.advance(attempt, failed, {
    edit: ({ held_since: held }) => (held === undefined ? { source_version_id: null } : undefined),
  });
  if (saved === 'changed') throw new Error('The attempt changed while its file was checked');
  deps.logger.info('Source rejected', { contentId: upload.content_id, attempt: attempt.attempt });
  if (saved === 'saved') await finishRejection(deps, upload, failed);
};
