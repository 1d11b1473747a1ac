import type { Upload } from '../../domain/uploads/upload.ts';
import type { IngestDeps } from './deps.ts';

/**
 * Discards a file whose sender lost the role administrator or was disabled after the URL was signed. A completed upload
 * is kept, because the call that completed it was authorized. Returns whether the file was discarded.
 */
export const discardUnauthorized = async (
  deps: IngestDeps,
  { content_id: contentId, key, state, user_id: userId }: Upload,
  versionId: string,
): Promise<boolean> => {
  if (state !== 'open') return false;
  const rights = await deps.rights.read(userId, { consistent: true });
  if (rights?.role === 'admin' && !rights.disabled) return false;
  const upload = await deps.uploads.abort(key, ['open'], new Date(deps.now()).toISOString());
  if (upload && upload.state !== 'aborted') return false;
  await deps.store.remove(key, versionId);
  deps.logger.warn('Discarded a file whose sender may no longer upload', { contentId });
  return true;
};
