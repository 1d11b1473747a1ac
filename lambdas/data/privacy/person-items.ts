import { entities } from '../entities.ts';
import type { PersonIds, Place, StoredItem, StoredKind } from '../table/entity.ts';
import type { PageRequest } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Items of one user, of one kind. */
export interface PersonItemsPage {
  readonly kind: StoredKind;
  readonly items: readonly StoredItem[];
}

/** Whether the items of a kind are looked for. */
type Wanted = (kind: StoredKind) => boolean;

const PAGE = 200;

const kinds: readonly StoredKind[] = Object.values(entities);
const kindOf = new Map(kinds.map((kind) => [kind.type, kind]));

/** The places of a user's items, each once. Those in a partition of the table are read strongly consistent. */
const placesOf = (person: PersonIds, wanted: Wanted): readonly Place[] => {
  const found = new Map<string, Place>();
  for (const { ofPerson } of kinds.filter(wanted)) {
    if (!ofPerson || 'gone' in ofPerson || 'namedBy' in ofPerson) continue;
    const places =
      'index' in ofPerson
        ? [{ index: ofPerson.index, partition: ofPerson.partition(person.userId) }]
        : ofPerson.partitions(person).map((partition) => ({ partition }));
    for (const place of places) found.set(`${'index' in place ? place.index : ''} ${place.partition}`, place);
  }
  return [...found.values()];
};

const requestOf = ({ index, partition }: Place): Omit<PageRequest, 'startKey'> => ({
  ...(index ? { index } : { consistent: true }),
  partition,
  limit: PAGE,
  descending: false,
});

/** Groups a page by kind. Items of a type that the registry does not know are left out. */
const byKind = (items: readonly StoredItem[]): readonly PersonItemsPage[] =>
  [...Map.groupBy(items, (item) => kindOf.get(String(item['type'])))].flatMap(([kind, found]) =>
    kind ? [{ kind, items: found }] : [],
  );

/** Items in partitions that these items name. */
const namedItems = async function* (table: Table, page: PersonItemsPage): AsyncGenerator<PersonItemsPage> {
  for (const kind of kinds) {
    const { ofPerson } = kind;
    if (!ofPerson || !('namedBy' in ofPerson) || ofPerson.namedBy !== page.kind.type) continue;
    for (const partition of page.items.flatMap((item) => ofPerson.named(item)))
      for await (const items of table.pages(requestOf({ partition }))) {
        const found = items.filter(({ type }) => type === kind.type);
        if (found.length > 0) yield { kind, items: found };
      }
  }
};

/**
 * PI1. All items of a user, as the registry says where they are; with `wanted`, only the places of these kinds. Items
 * that another one names come before it, so that a consumer that deletes them and is aborted finds the rest again.
 */
export const personItems = async function* (
  table: Table,
  person: PersonIds,
  wanted: Wanted = () => true,
): AsyncGenerator<PersonItemsPage> {
  for (const place of placesOf(person, wanted))
    for await (const items of table.pages(requestOf(place)))
      for (const page of byKind(items)) {
        yield* namedItems(table, page);
        yield page;
      }
};
