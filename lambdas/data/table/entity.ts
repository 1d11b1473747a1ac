import type * as z from 'zod/mini';
import { tableDefinition, type IndexName } from './table-definition.ts';

/** The key of one item. */
export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** A stored item is not what it should be: of another type, or of another shape. It does not pass by itself. */
export class CorruptItem extends Error {
  constructor(type: string) {
    super(`Stored item is not a ${type}`);
    this.name = 'CorruptItem';
  }
}

type IndexKey = { readonly pk: string; readonly sk: string } | undefined;

/** How one kind of item is stored. */
export interface EntityDefinition<S extends z.ZodMiniType<object>, K> {
  /** Stored as `type`; tells items of one partition apart. */
  readonly type: string;
  /** Version of the stored shape, stored as `v`. */
  readonly v: number;
  readonly schema: S;
  readonly key: (ids: K) => ItemKey;
  /** Index keys, computed from the whole value; `undefined` keeps the item out of that (sparse) index. */
  readonly indexes?: Partial<Record<IndexName, (value: z.output<S>) => IndexKey>>;
  /** Epoch seconds after which the item is gone; stored under the table's TTL attribute. */
  readonly expiresAt?: (value: z.output<S>) => number | undefined;
}

/** A stored item: the value with its keys, type and version. */
export type StoredItem = Readonly<Record<string, unknown>> & ItemKey;

export interface Entity<V extends object, K> {
  readonly type: string;
  readonly key: (ids: K) => ItemKey;
  /** The value as it is stored. Throws when the value is not of the schema or lacks its key fields. */
  readonly toItem: (value: V & K) => StoredItem;
  /** Reads an item back. Throws CorruptItem when it is of another type or not of the schema. */
  readonly parse: (item: Readonly<Record<string, unknown>>) => V;
  /** Like `parse`, but `undefined` for a bad item. For lists: one corrupt row must not take a page down. */
  readonly tryParse: (item: Readonly<Record<string, unknown>>) => V | undefined;
  /** Index attributes for an update: set or, for a sparse index that the value leaves, to be removed. */
  readonly indexAttributes: (value: V) => Readonly<Record<string, string | undefined>>;
}

/** Declares how one kind of item is stored. */
export const defineEntity = <S extends z.ZodMiniType<object>, K>(
  definition: EntityDefinition<S, K>,
): Entity<z.output<S>, K> => {
  type V = z.output<S>;

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

  const safeParse = (item: Readonly<Record<string, unknown>>) =>
    item['type'] === definition.type ? definition.schema.safeParse(item) : undefined;

  return {
    type: definition.type,
    key: definition.key,
    indexAttributes,
    toItem(value) {
      const parsed = definition.schema.parse(value) as V;
      const present = Object.fromEntries(
        Object.entries({ ...parsed, ...indexAttributes(parsed) }).filter(([, attribute]) => attribute !== undefined),
      );
      const expiresAt = definition.expiresAt?.(parsed);
      return {
        ...present,
        ...definition.key(value),
        type: definition.type,
        v: definition.v,
        ...(expiresAt === undefined ? {} : { [tableDefinition.timeToLiveAttribute]: expiresAt }),
      };
    },
    parse(item) {
      const result = safeParse(item);
      if (!result?.success) throw new CorruptItem(definition.type);
      return result.data as V;
    },
    tryParse(item) {
      const result = safeParse(item);
      return result?.success ? (result.data as V) : undefined;
    },
  };
};
