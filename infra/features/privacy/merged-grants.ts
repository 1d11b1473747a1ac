import type { TableAction, TableGrant } from '../../constructs/app-table.ts';

/** All grants, with the actions of each for kinds that several contain. */
export const merged = (...grants: readonly TableGrant[]): TableGrant => {
  const all = new Map<string, Set<TableAction>>();
  for (const [name, actions] of grants.flatMap((grant) => Object.entries(grant)))
    all.set(name, new Set([...(all.get(name) ?? []), ...actions]));
  return Object.fromEntries([...all].map(([name, actions]) => [name, [...actions]]));
};
