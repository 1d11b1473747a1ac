import type { Owner } from '../../data/content/names-repository.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { NamesDeps } from './deps.ts';
import { replaceCategory } from './replace-category.ts';

/**
 * Updates a name on all its content items. It reads the name again afterwards and repeats if the name has changed,
 * because a concurrent run can write a newer one. Items that already show the name are skipped, so an interrupted run
 * continues instead of starting again.
 */
const showNames = async (
  { names, logger }: NamesDeps,
  owner: Owner,
  read: () => Promise<string | undefined>,
): Promise<void> => {
  for (let shown: string | undefined; ;) {
    const name = await read();
    if (name === undefined || name === shown) return;
    for await (const page of names.contentsOf(owner)) {
      const lacking = await names.lacking(page, owner, name);
      await Promise.all(lacking.map((contentId) => names.showName(contentId, owner, name)));
    }
    logger.info('Names updated on content items', { [`${owner.kind}Id`]: owner.id });
    shown = name;
  }
};

/**
 * Updates content items to the current state of their category or creator. Repeated, late and reordered events have the
 * same result.
 */
export const followNames = async (deps: NamesDeps, of: AppEvent<'CatalogNamesChanged.v1'>): Promise<void> => {
  if ('creatorId' in of) {
    return showNames(
      deps,
      { kind: 'creator', id: of.creatorId },
      async () => (await deps.creators.get(of.creatorId, { consistent: true }))?.name,
    );
  }
  const read = () => deps.categories.get(of.categoryId, { consistent: true });
  const category = await read();
  if (category?.replaced_by !== undefined) return replaceCategory(deps, category, category.replaced_by);
  await showNames(deps, { kind: 'category', id: of.categoryId }, async () => (await read())?.name);
};
