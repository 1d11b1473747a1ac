import type { Logger } from '../../domain/logger.ts';
import { documentOf, type Audience, type SearchDocument } from '../../domain/search/document.ts';
import type { SearchChange } from '../../domain/search/head.ts';
import { addChanges, type UpdateDeps } from '../../domain/search/update-index.ts';
import type { TableChange } from '../../platform/stream.ts';

/** What the worker needs. */
export interface IndexDeps extends UpdateDeps {
  /** Whose index `store` holds. */
  readonly audience: Audience;
  readonly logger: Logger;
}

type Image = TableChange['after'];

const found = (image: Image, audience: Audience): SearchDocument | undefined =>
  image ? documentOf(image, audience) : undefined;

/**
 * What a change means to the index; undefined when nobody would find anything else: most changes of a content are steps
 * of its conversion, and views.
 */
const searchChange = ({ before, after }: TableChange, audience: Audience): SearchChange | undefined => {
  const document = found(after, audience) ?? null;
  const id = String((after ?? before)?.['id']);
  return JSON.stringify(found(before, audience) ?? null) === JSON.stringify(document) ? undefined : { id, document };
};

/**
 * Takes changes of contents into the search index, all of a batch at once. Told again, the last of them stand again. A
 * corrupt item is left out: it would hold up all others. Answers what failed.
 */
export const indexChanges = async (
  deps: IndexDeps,
  changes: readonly TableChange[],
): Promise<ReadonlySet<TableChange>> => {
  const wanted = new Map<string, SearchChange>();
  for (const change of changes) {
    try {
      const told = searchChange(change, deps.audience);
      if (told) wanted.set(told.id, told);
    } catch (error) {
      deps.logger.error('A corrupt content is not in the search index', { changeId: change.id }, error);
    }
  }
  if (wanted.size === 0) return new Set();
  try {
    await addChanges(deps, [...wanted.values()]);
    deps.logger.info('Search index written', { count: wanted.size, audience: deps.audience });
    return new Set();
  } catch (error) {
    deps.logger.error('Changes are not in the search index', { count: wanted.size }, error);
    return new Set(changes);
  }
};
