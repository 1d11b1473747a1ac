import { useState } from 'react';
import type { AuditView } from '../../../../lambdas/contract/admin/admin-audit.ts';
import { auditTexts as texts } from './texts.ts';

/**
 * The users to choose from, by name: those in the entries that were loaded since the screen was opened, and the chosen
 * user, who may have no entries.
 */
export const usePeople = (
  entries: readonly AuditView[],
  chosen: { readonly id: string; readonly name: string | null },
): ReadonlyMap<string, string> => {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const added = entries.filter(({ actor_id: id }) => !known.has(id));
  if (added.length > 0)
    setKnown(
      new Map([
        ...known,
        ...added.map(({ actor_id: id, actor_name: name }) => [id, name ?? texts.unknownPerson] as const),
      ]),
    );
  const all =
    chosen.id === '' || known.has(chosen.id)
      ? known
      : new Map([...known, [chosen.id, chosen.name ?? texts.unknownPerson]]);
  return new Map([...all].sort(([, a], [, b]) => a.localeCompare(b)));
};
