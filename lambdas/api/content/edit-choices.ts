import type { SaveExtras } from '../../data/content/content-writes.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import type { CategoryChoice, CreatorChoice } from '../../domain/content/edit.ts';
import { reservingUploads, storageTransfer } from '../../domain/uploads/storage-transfer.ts';
import type { ContentDeps } from './deps.ts';

/** The category that an edit names; null removes the category. Throws `category_not_found`. */
export const chooseCategory = async (
  { categories }: ContentDeps,
  id: string | null | undefined,
): Promise<CategoryChoice | undefined> => {
  if (id === undefined || id === null) return id;
  const category = await categories.get(id);
  if (!category) throw new AppError('category_not_found');
  return category;
};

/**
 * The new creator that an edit names, and the writes that move the item's uploads and their storage to that creator.
 * Throws `creator_not_found` and `invalid_state`.
 */
export const chooseCreator = async (
  deps: ContentDeps,
  before: Content,
  id: string | undefined,
): Promise<{ readonly creator?: CreatorChoice; readonly extras?: Partial<SaveExtras> }> => {
  if (id === undefined || id === before.creator_id) return {};
  const creator = await deps.creators.get(id);
  if (!creator) throw new AppError('creator_not_found');
  const uploads = reservingUploads(await deps.uploads.list(before.id));
  const transfer = storageTransfer(uploads, creator.plan);
  return { creator, extras: { transfer, more: uploads.map((upload) => deps.uploads.assign(upload, creator.id)) } };
};
