import type { StoredCategory } from '../../data/content/category-repository.ts';
import type { NamesDeps } from './deps.ts';

/** The category that takes contents in the end: one that goes too hands them on. */
const takerOf = async ({ categories }: NamesDeps, id: string): Promise<StoredCategory> => {
  for (let next = id; ;) {
    const found = await categories.get(next, { consistent: true });
    if (!found) throw new Error('The category that takes the contents is gone');
    if (found.replaced_by === undefined) return found;
    next = found.replaced_by;
  }
};

/** Moves everything out of a category and removes it. What came in at the last moment is found the next time. */
export const moveAway = async (deps: NamesDeps, from: StoredCategory, to: string): Promise<void> => {
  const { categories, names, now } = deps;
  const target = await takerOf(deps, to);
  for await (const page of names.contentsOf({ kind: 'category', id: from.id })) {
    // One after the other: each changes the counts of both.
    for (const contentId of page) await names.move(contentId, from.id, target, now());
  }
  if (!(await categories.remove(from))) throw new Error('The category is not empty yet');
};
