import type { ErrorCode } from '../../contract/errors.ts';
import type { Content } from '../../domain/content/content.ts';
import { key } from '../table/keys.ts';
import { exists, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/** Keys of categories and creators, which count their content items. */
export const categoryKey = (id: string) => ({ pk: 'CATEGORY', sk: key('CATEGORY', id) });
export const creatorKey = (id: string) => ({ pk: 'CREATOR', sk: key('CREATOR', id) });

/** The fields of a content item that decide where it is counted, with the copied names. */
type Counted = Pick<Content, 'category_id' | 'category_name' | 'creator_id' | 'creator_name' | 'deleted_at'>;

/** Storage that moves with a content item to another creator. */
export interface Transfer {
  readonly bytes: number;
  /** Storage quota of the new creator in bytes; null means unlimited. */
  readonly limit: number | null;
}

/**
 * Why a count write failed. `rejection`: the change is not possible. `needless`: the old category or creator no longer
 * exists, so there is no count to decrease. `rename`: the new one has another name now.
 */
export type CountFailure =
  | { readonly rejection: ErrorCode }
  | 'needless'
  | { readonly rename: Partial<Pick<Content, 'category_name' | 'creator_name'>> };

/** A write that changes a count. */
export interface CountWrite {
  readonly write: Write;
  /** Why its condition failed, given the stored item. */
  readonly failure: (item: Readonly<Record<string, unknown>> | undefined) => CountFailure;
}

/** A kind of owner that counts content items, and the field of the items with a copy of its name. */
interface Counter {
  readonly keyOf: typeof categoryKey;
  readonly nameField: 'category_name' | 'creator_name';
  readonly missing: ErrorCode;
}

const categories: Counter = { keyOf: categoryKey, nameField: 'category_name', missing: 'category_not_found' };
const creators: Counter = { keyOf: creatorKey, nameField: 'creator_name', missing: 'creator_not_found' };

/** The owner that a content item is counted in, with its name as copied to the item. */
interface CountedIn {
  readonly id: string;
  readonly name: string | null;
}

/** Condition: the owner exists with this name, is not being replaced, and has enough storage left. */
const canAccept = ({ name }: CountedIn, transfer: Transfer | undefined): Expression => {
  const expression = 'attribute_exists(#pk) AND attribute_not_exists(#replaced) AND #name = :name';
  const names = { '#pk': 'pk', '#replaced': 'replaced_by', '#name': 'name' };
  if (!transfer || transfer.limit === null) return { expression, names, values: { ':name': name } };
  return {
    expression: `${expression} AND #used <= :most`,
    names: { ...names, '#used': 'storage_used' },
    values: { ':name': name, ':most': transfer.limit - transfer.bytes },
  };
};

const move = (
  table: Table,
  { keyOf, nameField, missing }: Counter,
  from: CountedIn | undefined,
  to: CountedIn | undefined,
  transfer?: Transfer,
): readonly CountWrite[] => {
  if (from?.id === to?.id) return [];
  const add = (sign: 1 | -1) => ({ content_count: sign, ...(transfer ? { storage_used: sign * transfer.bytes } : {}) });
  const down = from && {
    write: table.write.update(keyOf(from.id), { add: add(-1) }, exists),
    failure: () => 'needless' as const,
  };
  const up = to && {
    write: table.write.update(keyOf(to.id), { add: add(1) }, canAccept(to, transfer)),
    failure: (item: Readonly<Record<string, unknown>> | undefined): CountFailure => {
      if (!item || item['replaced_by'] !== undefined) return { rejection: missing };
      return item['name'] === to.name
        ? { rejection: 'quota_exceeded' }
        : { rename: { [nameField]: String(item['name']) } };
    },
  };
  return [down, up].filter((write) => write !== undefined);
};

const ifNotDeleted = (content: Counted | undefined): Counted | undefined =>
  content?.deleted_at === undefined ? content : undefined;
const categoryOf = (content: Counted | undefined): CountedIn | undefined =>
  content && content.category_id !== null ? { id: content.category_id, name: content.category_name } : undefined;
const creatorOf = (content: Counted | undefined): CountedIn | undefined =>
  content && { id: content.creator_id, name: content.creator_name };

/**
 * The writes that change the counts of categories and creators when a content item is created (`before` undefined),
 * edited or deleted. They are in the transaction of the change, so it fails when the category or creator was removed or
 * renamed at the same time. A category or creator cannot be removed while its count is above 0. So the worker that
 * updates copied names finds every item with the old name.
 */
export const countWrites = (
  table: Table,
  before: Counted | undefined,
  after: Counted,
  transfer?: Transfer,
): readonly CountWrite[] => {
  const [was, is] = [ifNotDeleted(before), ifNotDeleted(after)];
  return [
    ...move(table, categories, categoryOf(was), categoryOf(is)),
    ...move(table, creators, creatorOf(was), creatorOf(is), was && is ? transfer : undefined),
  ];
};
