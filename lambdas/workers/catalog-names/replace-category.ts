import type { StoredCategory } from '../../data/content/category-repository.ts';
import type { NamesDeps } from './deps.ts';

/** The category that receives the items in the end. A replacement can have a replacement itself. */
const finalReplacement = async ({ categories }: NamesDeps, id: string): Promise<StoredCategory> => {
  for (let next = id; ;) {
    const found = await categories.get(next, { consistent: true });
    if (!found) throw new Error('The replacement category does not exist');
    if (found.replaced_by === undefined) return found;
    next = found.replaced_by;
  }
};

/** Moves all items of a category to its replacement and deletes the category. A retry moves items that arrive late. */
export const replaceCategory = async (deps: NamesDeps, from: StoredCategory, to: string): Promise<void> => {
  const { categories, names, now } = deps;
  const target = await finalReplacement(deps, to);
  for await (const page of names.contentsOf({ kind: 'category', id: from.id })) {
    // One at a time, because each move changes the counts of both categories.
    for (const contentId of page) await names.move(contentId, from.id, target, now());
  }
  if (!(await categories.remove(from))) throw new Error('The category is not empty yet');
};
