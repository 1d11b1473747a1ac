import type { CategoryRepository, StoredCategory } from '../../data/category-repository.ts';
import type { CreatorRepository } from '../../data/creator-repository.ts';
import type { NamesRepository, Owner } from '../../data/names-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { AppEvent } from '../../events/app-events.ts';

/** What the worker needs. */
export interface NamesDeps {
  readonly categories: Pick<CategoryRepository, 'get' | 'remove'>;
  readonly creators: Pick<CreatorRepository, 'get'>;
  readonly names: NamesRepository;
  readonly logger: Logger;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/**
 * Shows a name on everything that bears it, until it is still the name afterwards: another run may show a later one at the same time. What shows it
 * already is left alone, so that a run that was stopped over very many contents is gone on with and not begun again.
 */
const showNames = async ({ names, logger }: NamesDeps, owner: Owner, read: () => Promise<string | undefined>): Promise<void> => {
  for (let shown: string | undefined; ; ) {
    const name = await read();
    if (name === undefined || name === shown) return;
    for await (const page of names.contentsOf(owner)) {
      const lacking = await names.lacking(page, owner, name);
      await Promise.all(lacking.map((contentId) => names.showName(contentId, owner, name)));
    }
    logger.info('Contents show a new name', { [`${owner.kind}Id`]: owner.id });
    shown = name;
  }
};

/** The category that takes contents in the end: one that goes too hands them on. */
const takerOf = async ({ categories }: NamesDeps, id: string): Promise<StoredCategory> => {
  for (let next = id; ; ) {
    const found = await categories.get(next, { consistent: true });
    if (!found) throw new Error('The category that takes the contents is gone');
    if (found.replaced_by === undefined) return found;
    next = found.replaced_by;
  }
};

/** Moves everything out of a category and removes it. What came in at the last moment is found the next time. */
const moveAway = async (deps: NamesDeps, from: StoredCategory, to: string): Promise<void> => {
  const { categories, names, now } = deps;
  const target = await takerOf(deps, to);
  for await (const page of names.contentsOf({ kind: 'category', id: from.id })) {
    // One after the other: each changes the counts of both.
    for (const contentId of page) await names.move(contentId, from.id, target, now());
  }
  if (!(await categories.remove(from))) throw new Error('The category is not empty yet');
};

/** Lets contents follow: told twice, late or out of order it brings them to what their category or creator is at that moment. */
export const followNames = async (deps: NamesDeps, of: AppEvent<'CatalogueNamesChanged.v1'>): Promise<void> => {
  if ('creatorId' in of) {
    return showNames(deps, { kind: 'creator', id: of.creatorId }, async () => (await deps.creators.get(of.creatorId, { consistent: true }))?.name);
  }
  const read = () => deps.categories.get(of.categoryId, { consistent: true });
  const category = await read();
  if (category?.replaced_by !== undefined) return moveAway(deps, category, category.replaced_by);
  await showNames(deps, { kind: 'category', id: of.categoryId }, async () => (await read())?.name);
};
