import type { Owner } from '../../data/content/names-repository.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { NamesDeps } from './deps.ts';
import { moveAway } from './move-away.ts';

/**
 * Shows a name on everything that bears it, until it is still the name afterwards: another run may show a later one at
 * the same time. What shows it already is left alone, so that a run that was stopped over very many contents is gone on
 * with and not begun again.
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
    logger.info('Contents show a new name', { [`${owner.kind}Id`]: owner.id });
    shown = name;
  }
};

/**
 * Lets contents follow: told twice, late or out of order it brings them to what their category or creator is at that
 * moment.
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
  if (category?.replaced_by !== undefined) return moveAway(deps, category, category.replaced_by);
  await showNames(deps, { kind: 'category', id: of.categoryId }, async () => (await read())?.name);
};
