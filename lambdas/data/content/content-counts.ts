import type { ErrorCode } from '../../contract/errors.ts';
import type { Content } from '../../domain/content/content.ts';
import { key } from '../table/keys.ts';
import { exists, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

/** Keys of what counts its contents. */
export const categoryKey = (id: string) => ({ pk: 'CATEGORY', sk: key('CATEGORY', id) });
export const creatorKey = (id: string) => ({ pk: 'CREATOR', sk: key('CREATOR', id) });

/** What of a content is counted, with the copies of the names. */
type Counted = Pick<Content, 'category_id' | 'category_name' | 'creator_id' | 'creator_name' | 'deleted_at'>;

/** Storage that goes along when a content gets another creator. */
export interface Transfer {
  readonly bytes: number;
  /** Bytes that the new creator may hold in all; null is unlimited. */
  readonly limit: number | null;
}

/**
 * Why a count was not kept: it cannot be; what is counted down is gone, so there is nothing to keep; or who counts up
 * is called otherwise by now.
 */
export type CountFailure =
  | { readonly refusal: ErrorCode }
  | 'needless'
  | { readonly rename: Partial<Pick<Content, 'category_name' | 'creator_name'>> };

/** A write that keeps count. */
export interface CountWrite {
  readonly write: Write;
  /** What it means that its condition failed, by the item that stands there. */
  readonly failure: (item: Readonly<Record<string, unknown>> | undefined) => CountFailure;
}

/** Who counts contents: where they stand, and what a content keeps of them. */
interface Counter {
  readonly keyOf: typeof categoryKey;
  readonly nameField: 'category_name' | 'creator_name';
  readonly missing: ErrorCode;
}

const categories: Counter = { keyOf: categoryKey, nameField: 'category_name', missing: 'category_not_found' };
const creators: Counter = { keyOf: creatorKey, nameField: 'creator_name', missing: 'creator_not_found' };

/** A counter that a content belongs to, as the content names it. */
interface CountedIn {
  readonly id: string;
  readonly name: string | null;
}

/** Condition: it is there under this name, does not give its contents to another, and has room for what comes. */
const takes = ({ name }: CountedIn, transfer: Transfer | undefined): Expression => {
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
    write: table.write.update(keyOf(to.id), { add: add(1) }, takes(to, transfer)),
    failure: (item: Readonly<Record<string, unknown>> | undefined): CountFailure => {
      if (!item || item['replaced_by'] !== undefined) return { refusal: missing };
      return item['name'] === to.name
        ? { refusal: 'quota_exceeded' }
        : { rename: { [nameField]: String(item['name']) } };
    },
  };
  return [down, up].filter((write) => write !== undefined);
};

const standing = (content: Counted | undefined): Counted | undefined =>
  content?.deleted_at === undefined ? content : undefined;
const categoryOf = (content: Counted | undefined): CountedIn | undefined =>
  content && content.category_id !== null ? { id: content.category_id, name: content.category_name } : undefined;
const creatorOf = (content: Counted | undefined): CountedIn | undefined =>
  content && { id: content.creator_id, name: content.creator_name };

/**
 * The writes that keep count of the contents of categories and creators when one is made (`before` undefined), edited
 * or deleted. Being in the same transaction, they refuse a category or creator that was removed or renamed meanwhile,
 * and its removal refuses while its count stands: whoever lets contents follow a new name finds all that bear the old
 * one.
 */
export const countWrites = (
  table: Table,
  before: Counted | undefined,
  after: Counted,
  transfer?: Transfer,
): readonly CountWrite[] => {
  const [was, is] = [standing(before), standing(after)];
  return [
    ...move(table, categories, categoryOf(was), categoryOf(is)),
    ...move(table, creators, creatorOf(was), creatorOf(is), was && is ? transfer : undefined),
  ];
};
