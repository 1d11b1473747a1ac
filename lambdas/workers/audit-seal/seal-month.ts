import { beganAt, firstId } from '../../data/admin/audit-repository.ts';
import { MAX_LINKS } from '../../data/admin/audit-seal-repository.ts';
import { LATEST_COMMIT_MS, sealEntries } from '../../domain/audit/seal.ts';
import type { SealDeps } from './deps.ts';
import { storeLinks } from './store-links.ts';

/** Ids of the sealed entries that can have begun at or after a time. */
const sealedSince = async ({ seals }: SealDeps, month: string, openFrom: string): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  // An entry is sealed after it begins. The margin allows for clocks that differ.
  const oldest = new Date(Date.parse(openFrom) - LATEST_COMMIT_MS).toISOString();
  for await (const links of seals.newestLinks(month)) {
    for (const { entry_id: id } of links) ids.add(id);
    const last = links.at(-1);
    if (last && last.sealed_at < oldest) break;
  }
  return ids;
};

/**
 * Seals the unsealed entries of a month, oldest first. It compares the entries with the chain instead of continuing
 * after the last link, because an entry can be committed after later ones were sealed.
 */
export const sealMonth = async (deps: SealDeps, month: string): Promise<void> => {
  let head = await deps.seals.head(month);
  const readAt = deps.now();
  const entries = await deps.seals.entries(month, head && firstId(Date.parse(head.open_from)));
  if (entries.length === 0) return;
  const sealedIds = head ? await sealedSince(deps, month, head.open_from) : new Set<string>();
  const open = entries.filter(({ sk }) => !sealedIds.has(sk));
  for (let start = 0; start < open.length; start += MAX_LINKS) {
    const sealed = sealEntries({ month, head, readAt, beganAt }, open.slice(start, start + MAX_LINKS));
    head = await storeLinks(deps, month, sealed);
    if (!head) return;
  }
  if (open.length > 0) deps.logger.info('Audit entries sealed', { month, count: open.length });
};
