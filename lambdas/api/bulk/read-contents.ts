import type { BulkAction } from '../../contract/content/bulk.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import type { CategoryChoice } from '../../domain/content/edit.ts';
import type { BulkDeps } from './deps.ts';

/** Contents of one reading. */
const AT_ONCE = 100;

/** Ids, each once, with the contents that stand under them. */
export const readContents = async (
  { content }: BulkDeps,
  ids: readonly string[],
): Promise<readonly (readonly [id: string, content: Content | undefined])[]> => {
  const once = [...new Set(ids)];
  const chunks = Array.from({ length: Math.ceil(once.length / AT_ONCE) }, (_, index) =>
    once.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  const found = await Promise.all(chunks.map((chunk) => content.getMany(chunk)));
  const all = new Map(found.flatMap((contents) => [...contents]));
  return once.map((id) => [id, all.get(id)]);
};

/** The category that an action names. Throws `category_not_found`. */
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
