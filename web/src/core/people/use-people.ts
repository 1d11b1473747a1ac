import { useState } from 'react';

/** A user by ID. The name is null when the profile no longer exists. */
export interface NamedUser {
  readonly id: string;
  readonly name: string | null;
}

/**
 * The users to choose from in a filter, by name: those in the rows that were loaded since the screen was opened, and
 * the chosen user, who may have no rows. `unknown`: the name of users without a profile.
 */
export const usePeople = (
  loaded: readonly NamedUser[],
  chosen: NamedUser,
  unknown: string,
): ReadonlyMap<string, string> => {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const added = loaded.filter(({ id }) => !known.has(id));
  if (added.length > 0) setKnown(new Map([...known, ...added.map(({ id, name }) => [id, name ?? unknown] as const)]));
  const all =
    chosen.id === '' || known.has(chosen.id) ? known : new Map([...known, [chosen.id, chosen.name ?? unknown]]);
  return new Map([...all].sort(([, a], [, b]) => a.localeCompare(b)));
};
