import { ConditionFailed } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import type { StoredCaptions } from '../../domain/captions/captions.ts';
import type { ActOf } from '../../domain/content/audited.ts';
import type { Content } from '../../domain/content/content.ts';
import { captionsKey } from '../../domain/media/layout.ts';
import type { ContentDeps } from './deps.ts';

/** The content whose captions are to change. Throws `content_not_found`. */
export const findForCaptions = async ({ content }: ContentDeps, id: string): Promise<Content> => {
  const found = await content.get(id, { consistent: true });
  if (!found || found.deleted_at !== undefined) throw new AppError('content_not_found');
  return found;
};

/**
 * Stores the captions that a content is to have from now on. Throws `version_conflict` when somebody else changed them
 * since they were read.
 */
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
 * Removes the file of captions that no content names any more. What cannot be removed goes with its content: nobody
 * knows its address.
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
    logger.error('A caption file was not removed', { contentId, captionsId }, error);
  }
};
