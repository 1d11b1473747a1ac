import { ConditionFailed } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import type { StoredCaptions } from '../../domain/captions/captions.ts';
import type { ActOf } from '../../domain/content/audited.ts';
import type { Content } from '../../domain/content/content.ts';
import { captionsKey } from '../../domain/media/layout.ts';
import type { ContentDeps } from './deps.ts';

/** The content item whose captions change. Throws `content_not_found`. */
export const findForCaptions = async ({ content }: ContentDeps, id: string): Promise<Content> => {
  const found = await content.get(id, { consistent: true });
  if (!found || found.deleted_at !== undefined) throw new AppError('content_not_found');
  return found;
};

/** Stores the new captions of a content item. Throws `version_conflict` when they have changed since they were read. */
export const saveCaptions = async (
  deps: ContentDeps,
  content: Content,
  captions: readonly StoredCaptions[],
  act: ActOf & { readonly action: 'content.captions-attached' | 'content.captions-removed' },
): Promise<void> => {
  const changed = { ...act, targetId: content.id, before: { captions: content.captions ?? [] }, after: { captions } };
  await deps.captions.save(content, captions, changed, deps.now()).catch((error: unknown) => {
    throw error instanceof ConditionFailed ? new AppError('version_conflict') : error;
  });
};

/**
 * Removes a caption file that its content item no longer names. If that fails, the file is deleted with the item. Until
 * then no one knows its URL.
 */
export const dropCaptionFile = async (
  { stills, logger }: ContentDeps,
  contentId: string,
  captionsId: string,
): Promise<void> => {
  const key = captionsKey(contentId, captionsId);
  try {
    await stills.remove([key]);
    await stills.forget(`/${key}`, captionsId);
  } catch (error) {
    logger.error('Could not remove a caption file', { contentId, captionsId }, error);
  }
};
