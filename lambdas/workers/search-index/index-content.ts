import { isDeepStrictEqual } from 'node:util';
import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { Logger } from '../../domain/logger.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { documentOf, type Audience } from '../../domain/search/document.ts';
import type { SearchChange } from '../../domain/search/head.ts';
import { addChanges, type UpdateDeps } from '../../domain/search/update-index.ts';

/** One of the two indexes: published items, or unpublished items for staff. */
export interface AudienceIndex extends UpdateDeps {
  readonly audience: Audience;
}

/** Dependencies of the worker. */
export interface IndexDeps {
  readonly content: ContentLookup;
  readonly indexes: readonly AudienceIndex[];
  readonly logger: Logger;
}

type Changes = Readonly<Record<Audience, readonly SearchChange[]>>;

/** The changes that bring each index to the stored state of these items. */
const changesOf = async ({ content, indexes }: IndexDeps, ids: readonly string[]): Promise<Partial<Changes>> => {
  const found = await content.getMany(ids, { consistent: true });
  const changeOf = (id: string, audience: Audience): SearchChange => {
    const item = found.get(id);
    return { id, document: (item && documentOf(item, audience)) ?? null };
  };
  return Object.fromEntries(indexes.map(({ audience }) => [audience, ids.map((id) => changeOf(id, audience))]));
};

/**
 * Updates the search indexes for these items. A slow worker could overwrite the changes of a faster one with an older
 * state. So each worker reads the items again after writing, and repeats until nothing has changed.
 */
export const indexContent = async (deps: IndexDeps, ids: readonly string[]): Promise<void> => {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return;
  await optimistic(async () => {
    const changes = await changesOf(deps, unique);
    for (const index of deps.indexes) await addChanges(index, changes[index.audience] ?? []);
    return isDeepStrictEqual(await changesOf(deps, unique), changes) ? undefined : RETRY;
  });
  deps.logger.info('Search index updated', { count: unique.length });
};
