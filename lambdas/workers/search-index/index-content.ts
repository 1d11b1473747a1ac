import { isDeepStrictEqual } from 'node:util';
import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { Logger } from '../../domain/logger.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { documentOf, type Audience } from '../../domain/search/document.ts';
import type { SearchChange } from '../../domain/search/head.ts';
import { addChanges, type UpdateDeps } from '../../domain/search/update-index.ts';

/** One of the two indexes: what everybody finds, and what only staff finds. */
export interface AudienceIndex extends UpdateDeps {
  readonly audience: Audience;
}

/** What the worker needs. */
export interface IndexDeps {
  readonly content: ContentLookup;
  readonly indexes: readonly AudienceIndex[];
  readonly logger: Logger;
}

type Changes = Readonly<Record<Audience, readonly SearchChange[]>>;

/** How each index has to change so that these items are found by what is stored at this moment. */
const changesOf = async ({ content, indexes }: IndexDeps, ids: readonly string[]): Promise<Partial<Changes>> => {
  const found = await content.getMany(ids, { consistent: true });
  const changeOf = (id: string, audience: Audience): SearchChange => {
    const item = found.get(id);
    return { id, document: (item && documentOf(item, audience)) ?? null };
  };
  return Object.fromEntries(indexes.map(({ audience }) => [audience, ids.map((id) => changeOf(id, audience))]));
};

/**
 * Brings the search indexes up to date with these items. Workers may run at the same time, and a slow one could write
 * what it read before a faster one; so each reads again after writing, and repeats while something changed.
 */
export const indexContent = async (deps: IndexDeps, ids: readonly string[]): Promise<void> => {
  const unique = [...new Set(ids)];
  await optimistic(async () => {
    const changes = await changesOf(deps, unique);
    for (const index of deps.indexes) await addChanges(index, changes[index.audience] ?? []);
    return isDeepStrictEqual(await changesOf(deps, unique), changes) ? undefined : RETRY;
  });
  deps.logger.info('Search index written', { count: unique.length });
};
