import { attemptId, fail, type Attempt } from '../../domain/conversion/attempt.ts';
import type { Upload, UploadRefusal } from '../../domain/uploads/upload.ts';
import type { IngestDeps } from './deps.ts';

/** Releases the storage of a rejected file and removes it. Every step may be repeated. */
export const finishRejection = async (
  deps: IngestDeps,
  { content_id: contentId, key, replacement }: Upload,
  attempt: Attempt,
): Promise<void> => {
  const refusal: UploadRefusal = { code: 'unsupported_format', reason: attempt.reason ?? 'The file is refused.' };
  // A later attempt at a file that was to replace another will say the same of it, and ends it then.
  const keep = (upload: Upload) => replacement === true && upload.current_attempt !== attemptId(attempt);
  const upload = await deps.uploads.abort(key, ['open', 'completed', 'claimed'], new Date(deps.now()).toISOString(), {
    refusal,
    keep,
  });
  if (upload && upload.state !== 'aborted') return;
  await deps.store.remove(key, attempt.version_id);
  // The sweeper removes what else there is: renditions of an earlier version, and an attempt that no content shows.
  const done = attempt.attempt === 1 && (await deps.conversions.readRecord(contentId))?.content !== undefined;
  if (done && upload && !upload.cleaned) await deps.uploads.markCleaned(upload);
};

/**
 * Rejects a file that is no media, over a limit, or not the announced one: nothing of it stays. A content that stands
 * on it already stays as failed with the reason, so that its administrator learns of it; without one, making the
 * content answers the reason. The attempt is ended first: a worker that stops after that is finished by the event's
 * next delivery.
 */
export const rejectSource = async (
  deps: IngestDeps,
  upload: Upload,
  attempt: Attempt,
  reason: string,
): Promise<void> => {
  const failed = fail(attempt, 'rejected', reason, deps.now());
  const saved = await deps.conversions.advance(attempt, failed, () => ({ source_version_id: null }));
  if (saved === 'changed') throw new Error('The attempt changed while its file was checked');
  deps.logger.info('Source rejected', { contentId: upload.content_id, attempt: attempt.attempt });
  if (saved === 'saved') await finishRejection(deps, upload, failed);
};
