import type { BulkAction } from '../../contract/content/bulk.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import type { CategoryChoice } from '../../domain/content/edit.ts';
import type { BulkDeps } from './deps.ts';

/** Reads the content items of a job. Returns each id once; its item is undefined if it does not exist. */
export const readItems = async (
  { content }: BulkDeps,
  ids: readonly string[],
): Promise<readonly (readonly [id: string, content: Content | undefined])[]> => {
  const unique = [...new Set(ids)];
  const items = await content.getMany(unique);
  return unique.map((id) => [id, items.get(id)]);
};

/** The category that an action names; null removes the category. Throws `category_not_found`. */
export const readCategory = async (
  { categories }: BulkDeps,
  action: BulkAction,
): Promise<CategoryChoice | undefined> => {
  if (action.kind !== 'move') return undefined;
  if (action.category_id === null) return null;
  const found = await categories.get(action.category_id);
  if (!found) throw new AppError('category_not_found');
  return found;
};
