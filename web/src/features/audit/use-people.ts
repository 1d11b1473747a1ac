import { useState } from 'react';
import type { AuditView } from '../../../../lambdas/contract/admin/admin-audit.ts';
import { auditTexts as texts } from './texts.ts';

/**
 * People who can be chosen: those whose acts were seen since the screen was opened, and the one who is chosen, who may
 * have done nothing. By name.
 */
export const usePeople = (
  entries: readonly AuditView[],
  chosen: { readonly id: string; readonly name: string | null },
): ReadonlyMap<string, string> => {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const news = entries.filter(({ actor_id: id }) => !known.has(id));
  if (news.length > 0)
    setKnown(
      new Map([
        ...known,
        ...news.map(({ actor_id: id, actor_name: name }) => [id, name ?? texts.unknownPerson] as const),
      ]),
    );
  const all =
    chosen.id === '' || known.has(chosen.id)
      ? known
      : new Map([...known, [chosen.id, chosen.name ?? texts.unknownPerson]]);
  return new Map([...all].sort(([, a], [, b]) => a.localeCompare(b)));
};
