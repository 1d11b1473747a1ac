import type * as z from 'zod/mini';
import { expiryOf, type RetentionKey } from '../../contract/retention.ts';
import { tableDefinition, type IndexName } from './table-definition.ts';

/** The key of one item. */
export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** A stored item has another type or shape than expected. Retrying does not help. */
export class CorruptItem extends Error {
  constructor(type: string) {
    super(`Stored item is not a valid ${type}`);
    this.name = 'CorruptItem';
  }
}

type IndexKey = { readonly pk: string; readonly sk: string } | undefined;

/** Whose data an item is: a user's or a content item's (`field` contains its id), or the platform's. */
export type Owner<Field extends string = string> =
  | { readonly kind: 'person'; readonly field: Field }
  | { readonly kind: 'content'; readonly field: Field }
  | { readonly kind: 'platform' };

/** What happens to the items of a user whose account is erased. `keep` contains the reason to keep them. */
export type EraseRule = 'delete' | 'pseudonymize' | { readonly keep: string };

/** Who a user is, for finding their items. */
export interface PersonIds {
  readonly userId: string;
  /** Empty for an account that is only known from a token. */
  readonly email: string;
}

/** Where the items are that an export or erasure of a user must find. */
export type PersonItems =
  /** In these partitions. */
  | { readonly partitions: (person: PersonIds) => readonly string[] }
  /** In a partition of an index. */
  | { readonly index: IndexName; readonly partition: (userId: string) => string }
  /** In partitions that items of another type name. They are removed before those. */
  | { readonly namedBy: string; readonly named: (item: StoredItem) => readonly string[] }
  /** Why all have expired when an erasure begins, a day after the account was disabled. */
  | { readonly gone: string };

/** A partition of the table or of an index. */
export interface Place {
  readonly index?: IndexName;
  readonly partition: string;
}

/** Where the items of an entity are that can name users, to replace their ids. */
export interface References {
  readonly listed: Place | undefined;
  /** The partition of a content item's. */
  readonly ofContent: ((contentId: string) => string) | undefined;
}

/** The erase rule of items without personal data. */
export const NOT_PERSONAL: EraseRule = { keep: 'Holds no personal data.' };

/** How long items are kept. */
export type Lifetime<V> =
  /** As long as their owner exists: the user account, the content item, or the platform. */
  | { readonly retention: 'owner' }
  /** For a period from a time in the value (ISO 8601 or milliseconds); enforced by the table's time to live. */
  | {
      readonly retention: RetentionKey;
      readonly expiresFrom: (value: V) => string | number;
      /** A shorter period that applies to some values. */
      readonly shorterRetention?: (value: V) => RetentionKey | undefined;
    }
  /** For a period that a worker enforces, because it removes more than the item. */
  | { readonly retention: RetentionKey; readonly sweptBy: string };

/** The part of an item that the user receives in an export, or the reason why there is none. */
export type ExportRule<V> = ((value: V) => Readonly<Record<string, unknown>>) | { readonly none: string };

/** The export rule of data that does not belong to a user. */
export const NOT_A_PERSONS: ExportRule<unknown> = { none: 'Not the data of a person.' };

/** The classification of an entity's data, from which privacy, retention and permissions are derived. */
export interface Classification<V> {
  readonly owner: Owner<keyof V & string>;
  readonly lifetime: Lifetime<V>;
  readonly onErase: EraseRule;
  readonly exportView: ExportRule<V>;
}

/** How one kind of item is stored. */
export interface EntityDefinition<S extends z.ZodMiniType<object>, K> extends Classification<z.output<S>> {
  /** Stored as `type`; distinguishes the items of one partition. */
  readonly type: string;
  /** Version of the stored shape, stored as `v`. */
  readonly v: number;
  readonly schema: S;
  readonly key: (ids: K) => ItemKey;
  /** Pattern of its partition keys, for keys with a part that is computed from ids. @default `*` for each id */
  readonly partition?: string;
  /** Index keys, computed from the whole value; `undefined` keeps the item out of that (sparse) index. */
  readonly indexes?: Partial<Record<IndexName, (value: z.output<S>) => IndexKey>>;
  /** Items are only added: no function may change or delete one. @default false */
  readonly appendOnly?: boolean;
  /** Where a user's items are. @default in the partition whose key contains the owner's id */
  readonly ofPerson?: PersonItems;
  /**
   * An index that lists items which can name users: `all` of them, or those that belong to no content item yet.
   * @default the partition, or those of all content items
   */
  readonly listedIn?: Required<Place> & { readonly all: boolean };
}

/** A stored item: the value with its keys, type and version. */
export type StoredItem = Readonly<Record<string, unknown>> & ItemKey;

/** The part of an entity that permissions and privacy depend on. */
export interface StoredKind {
  readonly type: string;
  readonly schema: z.ZodMiniType<object>;
  readonly owner: Owner;
  readonly retention: RetentionKey | 'owner';
  /** The worker that enforces the retention, if the table's time to live does not. */
  readonly sweptBy: string | undefined;
  readonly onErase: EraseRule;
  /** Why exports do not include it; undefined when they do. */
  readonly notExported: string | undefined;
  readonly appendOnly: boolean;
  /** Pattern of its partition keys with `*` for each id: `USER#*`. */
  readonly partition: string;
  /** Where a user's items are; undefined for an entity that is neither exported nor deleted with a user. */
  readonly ofPerson: PersonItems | undefined;
  /** Where items are that can name a user by id; undefined when the rule is another than `pseudonymize`. */
  readonly references: References | undefined;
  /** The part of a stored item that the user receives in an export; undefined when there is none. */
  readonly exportItem: (item: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined;
}

export interface Entity<V extends object, K> extends StoredKind {
  readonly key: (ids: K) => ItemKey;
  /** `type` and `v`, for an update that may create the item. */
  readonly stamp: { readonly type: string; readonly v: number };
  /** The item to store. Throws when the value does not match the schema or has no key fields. */
  readonly toItem: (value: V & K) => StoredItem;
  /** The value of a stored item. Throws CorruptItem when it has another type or does not match the schema. */
  readonly parse: (item: Readonly<Record<string, unknown>>) => V;
  /** Like `parse`, but undefined for a corrupt item. For lists: one corrupt item must not make a page fail. */
  readonly tryParse: (item: Readonly<Record<string, unknown>>) => V | undefined;
  /** Index attributes for an update; undefined removes the item from a sparse index. */
  readonly indexAttributes: (value: V) => Readonly<Record<string, string | undefined>>;
  /** The part of a value that the user receives in an export; undefined when there is none. */
  readonly exportView: (value: V) => Readonly<Record<string, unknown>> | undefined;
}

/** Replaces every id when the pattern of a partition is computed. */
const anyIds = new Proxy({}, { get: () => '*' });

/** The partition of an owner's items; undefined when their keys do not contain the owner's id. */
const partitionOfOwner = <K>(makeKey: (ids: K) => ItemKey, field: string, id: string): string | undefined => {
  const ids = new Proxy({}, { get: (_target, name) => (name === field ? id : '*') });
  const { pk } = makeKey(ids as K);
  return pk.split('#').includes(id) ? pk : undefined;
};

/** Where a user's items are. Throws for an entity whose items must be found and cannot. */
const personItemsOf = <S extends z.ZodMiniType<object>, K>(
  definition: EntityDefinition<S, K>,
): PersonItems | undefined => {
  const { type, owner, onErase, exportView, ofPerson, key: makeKey } = definition;
  if (ofPerson) return ofPerson;
  const mustBeFound = onErase === 'delete' || (owner.kind === 'person' && !('none' in exportView));
  if (!mustBeFound) return undefined;
  if (owner.kind !== 'person' || partitionOfOwner(makeKey, owner.field, 'id') === undefined)
    throw new Error(`${type} needs ofPerson: where are the items that an export or erasure must find?`);
  const { field } = owner;
  return { partitions: ({ userId }) => [partitionOfOwner(makeKey, field, userId) ?? ''] };
};

/** Where items are that can name users. Throws for an entity whose items must be found and cannot. */
const referencesOf = <S extends z.ZodMiniType<object>, K>({
  type,
  owner,
  onErase,
  listedIn,
  key: makeKey,
}: EntityDefinition<S, K>): References | undefined => {
  if (onErase !== 'pseudonymize') return undefined;
  const { pk } = makeKey(anyIds as K);
  const listed = listedIn ?? (pk.includes('*') ? undefined : { partition: pk });
  if (listedIn?.all || (listed && !listedIn)) return { listed, ofContent: undefined };
  if (owner.kind !== 'content' || partitionOfOwner(makeKey, owner.field, 'id') === undefined)
    throw new Error(`${type} needs listedIn: where are the items that can name a user?`);
  const { field } = owner;
  return { listed, ofContent: (contentId) => partitionOfOwner(makeKey, field, contentId) ?? '' };
};

/** Declares how one kind of item is stored and whose data it is. List it in `data/entities.ts`. */
export const defineEntity = <S extends z.ZodMiniType<object>, K>(
  definition: EntityDefinition<S, K>,
): Entity<z.output<S>, K> => {
  type V = z.output<S>;
  const { type, v, schema, key, owner, onErase, lifetime, exportView, appendOnly = false } = definition;

  const indexAttributes = (value: V): Record<string, string | undefined> => {
    const attributes: Record<string, string | undefined> = {};
    for (const [name, makeKey] of Object.entries(definition.indexes ?? {})) {
      const index = tableDefinition.indexes[name as IndexName];
      const indexKey = makeKey(value);
      attributes[index.partitionKey] = indexKey?.pk;
      attributes[index.sortKey] = indexKey?.sk;
    }
    return attributes;
  };

  /** Epoch seconds; undefined when a value is kept as long as its owner exists. */
  const expiresAt = (value: V): number | undefined =>
    'expiresFrom' in lifetime
      ? expiryOf(lifetime.expiresFrom(value), lifetime.shorterRetention?.(value) ?? lifetime.retention)
      : undefined;

  const safeParse = (item: Readonly<Record<string, unknown>>) =>
    item['type'] === type ? schema.safeParse(item) : undefined;

  return {
    type,
    schema,
    key,
    stamp: { type, v },
    owner,
    onErase,
    appendOnly,
    retention: lifetime.retention,
    sweptBy: 'sweptBy' in lifetime ? lifetime.sweptBy : undefined,
    notExported: 'none' in exportView ? exportView.none : undefined,
    partition: definition.partition ?? key(anyIds as K).pk,
    ofPerson: personItemsOf(definition),
    references: referencesOf(definition),
    exportItem(item) {
      const value = safeParse(item);
      return value?.success && !('none' in exportView) ? exportView(value.data as V) : undefined;
    },
    indexAttributes,
    exportView: (value) => ('none' in exportView ? undefined : exportView(value)),
    toItem(value) {
      const parsed = schema.parse(value) as V;
      const expires = expiresAt(parsed);
      return {
        ...Object.fromEntries(
          Object.entries({ ...parsed, ...indexAttributes(parsed) }).filter(([, attribute]) => attribute !== undefined),
        ),
        ...key(value),
        type,
        v,
        ...(expires === undefined ? {} : { [tableDefinition.timeToLiveAttribute]: expires }),
      };
    },
    parse(item) {
      const result = safeParse(item);
      if (!result?.success) throw new CorruptItem(type);
      return result.data as V;
    },
    tryParse(item) {
      const result = safeParse(item);
      return result?.success ? (result.data as V) : undefined;
    },
  };
};

/** Reads the items of an entity from an index. */
export interface IndexView<V extends object> {
  readonly tryParse: (item: Readonly<Record<string, unknown>>) => V | undefined;
}

/** The items of an entity with the fields that an index projects. For reading lists only. */
export const indexView = <V extends object, K, S extends z.ZodMiniType<object>>(
  entity: Entity<V, K>,
  schema: S,
): IndexView<z.output<S>> => ({
  tryParse(item) {
    const result = item['type'] === entity.type ? schema.safeParse(item) : undefined;
    return result?.success ? (result.data as z.output<S>) : undefined;
  },
});
