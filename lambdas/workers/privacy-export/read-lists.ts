import { entities, isExported } from '../../data/entities.ts';
import type { StoredKind } from '../../data/table/entity.ts';
import { accountDefinitionOf, listDefinitions, type ListDefinition } from '../../domain/privacy/definitions.ts';
import type { ExportList, ExportRecord, NotExported } from '../../domain/privacy/export-file.ts';
import type { MakeExportDeps } from './deps.ts';

const personal: readonly StoredKind[] = Object.values(entities).filter(({ owner }) => owner.kind === 'person');

const definitionOf = ({ type }: StoredKind): ListDefinition => {
  const definition = listDefinitions[type];
  if (!definition) throw new Error(`${type} has no definition for exports`);
  return definition;
};

/** Personal items that no export contains, with the reason. */
const notExported: readonly NotExported[] = personal.flatMap(({ type, notExported: reason }) =>
  reason === undefined ? [] : [{ what: type.toLowerCase().replaceAll('_', ' '), reason }],
);

/** Reads everything that an export contains: each kind of item that the registry exports, and the sign-in. */
export const readLists = async (
  { itemsOf, account }: Pick<MakeExportDeps, 'itemsOf' | 'account'>,
  userId: string,
): Promise<{ readonly lists: readonly ExportList[]; readonly notExported: readonly NotExported[] }> => {
  const records = new Map<StoredKind, ExportRecord[]>(personal.filter(isExported).map((kind) => [kind, []]));
  for await (const { kind, items } of itemsOf(userId))
    records.get(kind)?.push(...items.map((item) => kind.exportItem(item)).filter((record) => record !== undefined));
  const signIn = await account.find(userId);
  return {
    lists: [
      ...[...records].map(([kind, found]) => ({ definition: definitionOf(kind), records: found })),
      { definition: accountDefinitionOf(signIn), records: signIn ? [signIn] : [] },
    ],
    notExported,
  };
};
