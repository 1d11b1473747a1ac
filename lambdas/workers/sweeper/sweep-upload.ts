import type { Upload } from '../../domain/uploads/upload.ts';
import type { SweeperDeps } from './deps.ts';

/** Gives an upload up that no content claimed in time, and finishes what giving it up before left undone. */
export const sweepUpload = async (deps: SweeperDeps, due: Upload): Promise<void> => {
  const upload = await deps.uploads.abort(due.content_id, ['open', 'completed'], new Date(deps.now()).toISOString());
  if (upload?.state !== 'aborted') return;
  if (upload.s3_upload_id !== undefined) await deps.store.dropParts(upload.key, upload.s3_upload_id);
  const removed = await deps.removeSources(upload.key);
  // What a conversion made of it meanwhile goes by the deletion worker; a failed content that stands on it stays.
  if (upload.current_attempt) await deps.events.publish('ContentDeleted.v1', { contentId: upload.content_id });
  await deps.uploads.markCleaned(upload);
  deps.logger.info('Abandoned upload swept', { contentId: upload.content_id, removed });
};
