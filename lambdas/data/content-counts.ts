import type { ErrorCode } from '../contract/errors.ts';
import type { Content } from '../domain/content/content.ts';
import { key } from './keys.ts';
import { exists, type Expression, type Table, type Write } from './table.ts';

/** Keys of what counts its contents. */
export const categoryKey = (id: string) => ({ pk: 'CATEGORY', sk: key('CATEGORY', id) });
export const creatorKey = (id: string) => ({ pk: 'CREATOR', sk: key('CREATOR', id) });

type Counted = Pick<Content, 'category_id' | 'creator_id' | 'deleted_at'>;

/** Storage that goes along when a content gets another creator. */
export interface Transfer {
  readonly bytes: number;
  /** Bytes that the new creator may hold in all; null is unlimited. */
  readonly limit: number | null;
}

/** A write that keeps count. */
export interface CountWrite {
  readonly write: Write;
  /** What it means when its condition fails; undefined: what is counted down is gone, and the write is not needed. */
  readonly refusal: ErrorCode | undefined;
}

/** Condition: it is there, does not give its contents to another, and has room for what comes. */
const takes = (transfer: Transfer | undefined): Expression => {
  const stands = 'attribute_exists(#pk) AND attribute_not_exists(#replaced)';
  const names = { '#pk': 'pk', '#replaced': 'replaced_by' };
  if (!transfer || transfer.limit === null) return { expression: stands, names };
  return { expression: `${stands} AND #used <= :most`, names: { ...names, '#used': 'storage_used' }, values: { ':most': transfer.limit - transfer.bytes } };
};

const move = (table: Table, from: string | null, to: string | null, keyOf: typeof categoryKey, refusal: ErrorCode, transfer?: Transfer): readonly CountWrite[] => {
  if (from === to) return [];
  const add = (sign: 1 | -1) => ({ content_count: sign, ...(transfer ? { storage_used: sign * transfer.bytes } : {}) });
  return [
    ...(from === null ? [] : [{ write: table.write.update(keyOf(from), { add: add(-1) }, exists), refusal: undefined }]),
    ...(to === null ? [] : [{ write: table.write.update(keyOf(to), { add: add(1) }, takes(transfer)), refusal: transfer ? 'quota_exceeded' as const : refusal }]),
  ];
};

const standing = (content: Counted | undefined): Counted | undefined => (content?.deleted_at === undefined ? content : undefined);

/**
 * The writes that keep count of the contents of categories and creators when one is made (`before` undefined), edited or deleted. Being in the
 * same transaction, they refuse a category or creator that was removed meanwhile, and its removal refuses while its count stands.
 */
export const countWrites = (table: Table, before: Counted | undefined, after: Counted, transfer?: Transfer): readonly CountWrite[] => {
  const [was, is] = [standing(before), standing(after)];
  return [
    ...move(table, was?.category_id ?? null, is?.category_id ?? null, categoryKey, 'category_not_found'),
    ...move(table, was?.creator_id ?? null, is?.creator_id ?? null, creatorKey, 'creator_not_found', was && is ? transfer : undefined),
  ];
};
