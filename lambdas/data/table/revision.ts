import type { Entity } from './entity.ts';
import type { Change } from './expressions.ts';

type SetChange = Change & Required<Pick<Change, 'set'>>;

/**
 * The change from one state of a value to the next: attributes that differ, and the index keys of the next one. What
 * another write changed in other attributes meanwhile stays as it is.
 */
export const changeOf = <V extends object, K>(entity: Entity<V, K>, before: V, after: V): SetChange => {
  const changed = (Object.keys({ ...before, ...after }) as (keyof V)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return {
    set: { ...Object.fromEntries(changed.map((name) => [name, after[name]])), ...entity.indexAttributes(after) },
  };
};

/** The change from one revision of a value to the next. */
export const revisionChange = <V extends { readonly rev: number }, K>(
  entity: Entity<V, K>,
  before: V,
  after: V,
): SetChange => ({ set: { ...changeOf(entity, before, after).set, rev: before.rev + 1 } });
