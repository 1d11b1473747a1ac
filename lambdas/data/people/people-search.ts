import type { Profile } from '../../domain/accounts/profile.ts';
import type { Logger } from '../../domain/logger.ts';
import { foldPerson, personKeys, type PersonKeys } from '../../domain/people/search-keys.ts';
import type { Cursors, StartKey } from '../table/cursor.ts';
import type { StoredItem } from '../table/entity.ts';
import type { ListPage } from '../table/list-page.ts';
import { personIndexes, profileEntity } from './profile-repository.ts';
import { tableDefinition } from '../table/table-definition.ts';
import { parseList, type Table } from '../table/table.ts';

/** The searched fields, in the order of the results. */
const FIELDS = ['email', 'name', 'lastName'] as const satisfies readonly (keyof PersonKeys)[];
type Field = (typeof FIELDS)[number];

/** Maximum number of queries per page. A page that is still short is returned with a cursor. */
const MAX_QUERIES = 6;

/** Where a search resumes: after an item in the index of a field, or at the start of that index. */
interface Position {
  readonly field: Field;
  readonly after: StartKey | undefined;
}

const nextField = (field: Field): Field | undefined => FIELDS[FIELDS.indexOf(field) + 1];

const keyIn = (field: Field, item: StoredItem): StartKey => {
  const { partitionKey, sortKey } = tableDefinition.indexes[personIndexes[field].index];
  return Object.fromEntries(
    [tableDefinition.partitionKey, tableDefinition.sortKey, partitionKey, sortKey].map((name) => [name, item[name]]),
  );
};

/**
 * Finds users whose email address, name or last name starts with a text, in this order and sorted by the field. A user
 * who matches several fields is returned once. The cost of a page does not depend on the number of users: queries by
 * prefix, 0.5 RRU for the profile of every result, and what `complete` reads.
 */
export const createPeopleSearch = <V>(
  table: Table,
  { cursors, logger }: { readonly cursors: Cursors; readonly logger: Logger },
  complete: (profiles: readonly Profile[]) => Promise<readonly V[]>,
) => {
  const readProfiles = async (items: readonly StoredItem[]): Promise<ReadonlyMap<string, Profile>> => {
    const found = await table.getMany(items.map(({ pk }) => profileEntity.key({ id: pk.slice(pk.indexOf('#') + 1) })));
    const profiles = parseList(profileEntity, found, (count) =>
      logger.error('Corrupt items left out of a list', { list: 'people', count }),
    );
    return new Map(profiles.map((profile) => [profileEntity.key(profile).pk, profile]));
  };

  return async (
    text: string,
    { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
    filterName = '',
  ): Promise<ListPage<V>> => {
    const needle = foldPerson(text);
    const scope = { list: 'people-search', partition: filterName === '' ? needle : `${needle}#${filterName}` };
    const start = await cursors.decode(scope, cursor);
    const { field: startField, ...startKey } = start ?? {};
    let position: Position | undefined = {
      field: (startField ?? 'email') as Field,
      after: Object.keys(startKey).length > 0 ? startKey : undefined,
    };
    if (needle === '') return { items: [], next_cursor: null };
    // One more than the page, to know whether there is another page.
    const needed = limit + 1;
    const found: { readonly profile: Profile; readonly position: Position }[] = [];
    for (let query = 0; query < MAX_QUERIES && position && found.length < needed; query += 1) {
      const { field, after }: Position = position;
      const { items, lastKey } = await table.query({
        ...personIndexes[field],
        prefix: needle,
        descending: false,
        limit: needed - found.length,
        startKey: after,
      });
      const profiles = items.length > 0 ? await readProfiles(items) : new Map<string, Profile>();
      for (const item of items) {
        const profile = profiles.get(item.pk);
        const keys = profile && personKeys(profile);
        const earlier = FIELDS.slice(0, FIELDS.indexOf(field)).some((name) => keys?.[name]?.startsWith(needle));
        if (profile && !earlier) found.push({ profile, position: { field, after: keyIn(field, item) } });
      }
      const following = nextField(field);
      position = lastKey ? { field, after: lastKey } : following && { field: following, after: undefined };
    }
    const shown = found.slice(0, limit);
    const next = found.length > limit ? shown.at(-1)?.position : position;
    return {
      items: await complete(shown.map(({ profile }) => profile)),
      next_cursor: await cursors.encode(scope, next && { ...next.after, field: next.field }),
    };
  };
};
