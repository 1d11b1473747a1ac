import { optimistic } from '../../domain/optimistic.ts';
import { ALL_CONTENT, contentIdOf } from '../content/content-entity.ts';
import { entities } from '../entities.ts';
import type { Place, References, StoredItem, StoredKind } from '../table/entity.ts';
import { orRetry } from '../table/errors.ts';
import type { Table } from '../table/table.ts';

/** The id that replaces those of erased users. It is not that of the operator, who has zeros. */
export const ERASED_PERSON = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The first page of references. The next ones are those of content items. */
export const FIRST_PAGE = 'listed';

/** A page of items that name a user. */
export interface ReferencesPage {
  readonly items: readonly StoredItem[];
  /** Undefined after the last page. */
  readonly next: string | undefined;
}

/** Content items per page, each with a query for each of its partitions. */
const CONTENT_PAGE = 25;
const ITEMS_PAGE = 200;

const kinds = Object.values<StoredKind>(entities).flatMap(({ type, references }) =>
  references ? [{ type, references }] : [],
);
const types: ReadonlySet<unknown> = new Set(kinds.map(({ type }) => type));

const unique = <T>(values: readonly T[]): readonly T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

const listedPlaces: readonly Place[] = unique(
  kinds.flatMap(({ references: { listed } }) =>
    listed ? [{ ...(listed.index ? { index: listed.index } : {}), partition: listed.partition }] : [],
  ),
);

const partitionsOf = (contentId: string): readonly string[] =>
  unique(
    kinds.flatMap(({ references: { ofContent } }: { readonly references: References }) => ofContent?.(contentId) ?? []),
  );

const names = (value: unknown, userId: string): boolean =>
  value === userId ||
  (typeof value === 'object' && value !== null && Object.values(value).some((one) => names(one, userId)));

/** The value with the erased id in place of the user's. */
const withoutUser = (value: unknown, userId: string): unknown => {
  if (value === userId) return ERASED_PERSON;
  if (Array.isArray(value)) return value.map((one) => withoutUser(one, userId));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutUser(one, userId)]));
};

/** Replaces the attributes of an item that name the user, and raises its revision, so that no older write wins. */
const replaceIn = (table: Table, { pk, sk }: StoredItem, userId: string): Promise<void> =>
  optimistic<void>(async () => {
    const item = await table.get({ pk, sk }, { consistent: true });
    const named = Object.entries(item ?? {}).filter(([, value]) => names(value, userId));
    if (!item || named.length === 0) return undefined;
    const condition = {
      expression: named.map((_one, index) => `#n${index} = :n${index}`).join(' AND '),
      names: Object.fromEntries(named.map(([name], index) => [`#n${index}`, name])),
      values: Object.fromEntries(named.map(([, value], index) => [`:n${index}`, value])),
    };
    const set = Object.fromEntries(named.map(([name, value]) => [name, withoutUser(value, userId)]));
    const add = typeof item['rev'] === 'number' ? { add: { rev: 1 } } : {};
    return orRetry(table.update({ pk, sk }, { set, ...add }, condition).then(() => undefined));
  });

export type PersonReferences = ReturnType<typeof createPersonReferences>;

/**
 * Items of the platform and of titles that name a user, such as a decision of a moderator. Numbers refer to
 * access-patterns.md.
 */
export const createPersonReferences = (table: Table) => {
  const itemsAt = async ({ index, partition }: Place, userId: string): Promise<readonly StoredItem[]> => {
    const where = index ? { index } : { consistent: true };
    const items = await table.queryAll({ ...where, partition, limit: ITEMS_PAGE });
    return items.filter((item) => types.has(item['type']) && names(item, userId));
  };

  return {
    /** PI4. A page of items that name a user. Reads the whole catalog, page by page: it is in no index. */
    async read(userId: string, page: string): Promise<ReferencesPage> {
      if (page === FIRST_PAGE) {
        const found = await Promise.all(listedPlaces.map((place) => itemsAt(place, userId)));
        return { items: found.flat(), next: '' };
      }
      const { items: contents, lastKey } = await table.query({
        index: 'gsi1',
        partition: ALL_CONTENT,
        limit: CONTENT_PAGE,
        startKey: page === '' ? undefined : (JSON.parse(page) as Record<string, unknown>),
      });
      const places = contents.flatMap((item) => partitionsOf(contentIdOf(item)));
      const found = await Promise.all(places.map((partition) => itemsAt({ partition }, userId)));
      return { items: found.flat(), next: lastKey && JSON.stringify(lastKey) };
    },

    /** PI5. Replaces a user's id in an item. */
    replace: (item: StoredItem, userId: string): Promise<void> => replaceIn(table, item, userId),
  };
};
