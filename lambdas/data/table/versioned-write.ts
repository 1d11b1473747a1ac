import { judgeWrite, type LastWrite } from '../../domain/history/versioned.ts';
import type { Entity } from './entity.ts';
import { ConditionFailed } from './errors.ts';
import { isNew } from './expressions.ts';
import type { Table } from './table.ts';

/**
 * What became of a write: it stands there now, or somebody was there before; `current` undefined: nothing stands there
 * any more.
 */
export type VersionedOutcome<V> =
  { readonly kind: 'saved'; readonly value: V } | { readonly kind: 'stale'; readonly current: V | undefined };

/** How a write is made. */
export interface VersionedWrite<V> {
  /**
   * With the version of a first write, which must be above every version that was given out under this key before: the
   * time.
   */
  readonly value: V;
  /** The version that the writer knew; 0 for none. */
  readonly base: number;
  /** What was written up to then counts as gone, ISO 8601. */
  readonly clearedAt: string | null;
}

/**
 * Stores a value unless it is older than what stands there (`judgeWrite` says which is). One write; one more when a
 * first write meets another.
 */
export const writeVersioned = async <V extends LastWrite & { readonly updated_at: string }, K>(
  table: Table,
  entity: Entity<V, K>,
  { value, base, clearedAt }: VersionedWrite<V & K>,
): Promise<VersionedOutcome<V>> => {
  const item = entity.toItem(value);
  const refusedBy = (error: unknown): V | undefined => {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.item && entity.tryParse(error.item);
  };
  const stamp = { base_version: base, writer: value.writer, number: value.number };
  if (base === 0) {
    try {
      await table.put(item, isNew);
      return { kind: 'saved', value: entity.parse(item) };
    } catch (error) {
      const current = refusedBy(error);
      const judged = judgeWrite(current, stamp);
      const gone = current && clearedAt !== null && current.updated_at <= clearedAt;
      if (current && judged === 'repeated') return { kind: 'saved', value: current };
      if (judged !== 'next' && !gone) return { kind: 'stale', current };
    }
  }
  const { pk, sk, version: _first, ...set } = item;
  try {
    const stored = await table.update(
      { pk, sk },
      { set, add: { version: 1 } },
      {
        expression: `attribute_exists(#pk) AND ((#writer = :writer AND #number < :number) OR (#writer <> :writer AND #version = :base)${clearedAt === null ? '' : ' OR #updated <= :cleared'})`,
        names: {
          '#pk': 'pk',
          '#writer': 'writer',
          '#number': 'number',
          '#version': 'version',
          ...(clearedAt === null ? {} : { '#updated': 'updated_at' }),
        },
        values: {
          ':writer': value.writer,
          ':number': value.number,
          ':base': base,
          ...(clearedAt === null ? {} : { ':cleared': clearedAt }),
        },
      },
    );
    return { kind: 'saved', value: entity.parse(stored) };
  } catch (error) {
    const current = refusedBy(error);
    return current && judgeWrite(current, stamp) === 'repeated'
      ? { kind: 'saved', value: current }
      : { kind: 'stale', current };
  }
};
