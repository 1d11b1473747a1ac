import type { Entity } from './entity.ts';
import type { Change } from './expressions.ts';

/** The change from one state of a value to the next: attributes that differ, index keys and the next `rev`. */
export const revisionChange = <V extends { readonly rev: number }, K>(
  entity: Entity<V, K>,
  before: V,
  after: V,
): Change & Required<Pick<Change, 'set'>> => {
  const changed = (Object.keys(after) as (keyof V)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return {
    set: {
      ...Object.fromEntries(changed.map((name) => [name, after[name]])),
      ...entity.indexAttributes(after),
      rev: before.rev + 1,
    },
  };
};
