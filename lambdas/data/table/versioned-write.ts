import { compareWrite, type LastWrite } from '../../domain/history/versioned.ts';
import type { Entity } from './entity.ts';
import { onConditionFailed, type ConditionFailed } from './errors.ts';
import { isNew, type Expression } from './expressions.ts';
import type { Table } from './table.ts';

/** The result of a write: saved, or rejected because of a newer value. `current` is undefined when none is stored. */
export type VersionedOutcome<V> =
  { readonly kind: 'saved'; readonly value: V } | { readonly kind: 'stale'; readonly current: V | undefined };

/** A write of a versioned value. */
export interface VersionedWrite<V> {
  /**
   * Contains the version for a first write. It must be greater than all earlier versions under this key, so it is the
   * current time.
   */
  readonly value: V;
  /** The version that the writer last saw; 0 for none. */
  readonly base: number;
  /** Values written up to this time count as deleted; ISO 8601. */
  readonly clearedAt: string | null;
}

/**
 * Condition: the stored value may be overwritten. It was written by the same writer with a smaller number, or has the
 * version that the writer knew, or was written before the last clearing.
 */
const isWritable = ({ writer, number }: LastWrite, base: number, clearedAt: string | null): Expression => {
  const orCleared = clearedAt === null ? '' : ' OR #updated <= :cleared';
  const isNext = '(#writer = :writer AND #number < :number) OR (#writer <> :writer AND #version = :base)';
  return {
    expression: `attribute_exists(#pk) AND (${isNext}${orCleared})`,
    names: {
      '#pk': 'pk',
      '#writer': 'writer',
      '#number': 'number',
      '#version': 'version',
      ...(clearedAt === null ? {} : { '#updated': 'updated_at' }),
    },
    values: {
      ':writer': writer,
      ':number': number,
      ':base': base,
      ...(clearedAt === null ? {} : { ':cleared': clearedAt }),
    },
  };
};

/**
 * Stores a value unless it is older than the stored one (`compareWrite` decides). One write; one more if a first write
 * finds a stored value.
 */
export const writeVersioned = async <V extends LastWrite & { readonly updated_at: string }, K>(
  table: Table,
  entity: Entity<V, K>,
  { value, base, clearedAt }: VersionedWrite<V & K>,
): Promise<VersionedOutcome<V>> => {
  const item = entity.toItem(value);
  const saved = (stored: V): VersionedOutcome<V> => ({ kind: 'saved', value: stored });
  const storedIn = (failure: ConditionFailed): V | undefined => failure.item && entity.tryParse(failure.item);
  const stamp = { base_version: base, writer: value.writer, number: value.number };
  if (base === 0) {
    const first = table.put(item, isNew).then(() => saved(entity.parse(item)));
    const outcome = await onConditionFailed<VersionedOutcome<V>, VersionedOutcome<V> | 'overwrite'>(
      first,
      (failure) => {
        const current = storedIn(failure);
        const relation = compareWrite(current, stamp);
        const isCleared = current && clearedAt !== null && current.updated_at <= clearedAt;
        if (current && relation === 'repeated') return saved(current);
        return relation === 'next' || isCleared ? 'overwrite' : { kind: 'stale', current };
      },
    );
    if (outcome !== 'overwrite') return outcome;
  }
  const { pk, sk, version: _first, ...set } = item;
  const written = table.update({ pk, sk }, { set, add: { version: 1 } }, isWritable(value, base, clearedAt));
  return onConditionFailed<VersionedOutcome<V>, VersionedOutcome<V>>(
    written.then((stored) => saved(entity.parse(stored))),
    (failure) => {
      const current = storedIn(failure);
      return current && compareWrite(current, stamp) === 'repeated' ? saved(current) : { kind: 'stale', current };
    },
  );
};
