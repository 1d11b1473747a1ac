import { beganAt, firstId } from '../../data/admin/audit-repository.ts';
import { LINKS_AT_ONCE, type AuditSealRepository } from '../../data/admin/audit-seal-repository.ts';
import { copyKey, LATEST_COMMIT_MS, readCopy, sealEntries, writeCopy, type Seal } from '../../domain/audit/seal.ts';
import type { Logger } from '../../domain/logger.ts';
import type { AuditCopies } from '../../platform/audit-copies.ts';

/** What the worker needs. */
export interface SealDeps {
  readonly seals: Pick<AuditSealRepository, 'head' | 'newestLinks' | 'entries' | 'add'>;
  readonly copies: Pick<AuditCopies, 'add' | 'read'>;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Ids of the entries that are sealed already, of those that may have begun at or after a time. */
const sealedSince = async ({ seals }: SealDeps, month: string, openFrom: string): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  // No entry is sealed before it begins, but for clocks that differ.
  const oldest = new Date(Date.parse(openFrom) - LATEST_COMMIT_MS).toISOString();
  for await (const links of seals.newestLinks(month)) {
    for (const { entry_id: id } of links) ids.add(id);
    const last = links.at(-1);
    if (last && last.sealed_at < oldest) break;
  }
  return ids;
};

/**
 * Stores links in the order copy, table. The copy under the number of its first link can be written once, so of two
 * runs, and of a run that ended half-way and the one after it, the first to write it says how the chain goes on: the
 * other takes that over.
 */
const store = async (
  { seals, copies, logger }: SealDeps,
  month: string,
  sealed: ReturnType<typeof sealEntries>,
): Promise<Seal | undefined> => {
  const name = copyKey(month, sealed[0]?.seal.seq ?? 0);
  const isOurs = await copies.add(name, writeCopy(sealed));
  if (!isOurs) logger.warn('Takes over what another run had copied', { copy: name });
  const links = (isOurs ? sealed : readCopy(await copies.read(name))).map(({ seal }) => seal);
  // Somebody else may have stored the very same meanwhile: the next run reads where the chain stands.
  return (await seals.add(links)) && isOurs ? links.at(-1) : undefined;
};

/**
 * Seals what is not sealed yet of a month, oldest first. Entries are found by what the chain lacks, not by where it
 * ended: one that was committed late, with an older id than the last sealed one, is sealed behind it.
 */
export const sealMonth = async (deps: SealDeps, month: string): Promise<void> => {
  let head = await deps.seals.head(month);
  const readAt = deps.now();
  const entries = await deps.seals.entries(month, head && firstId(Date.parse(head.open_from)));
  if (entries.length === 0) return;
  const done = head ? await sealedSince(deps, month, head.open_from) : new Set<string>();
  const open = entries.filter(({ sk }) => !done.has(sk));
  for (let start = 0; start < open.length; start += LINKS_AT_ONCE) {
    const sealed = sealEntries({ month, head, readAt, beganAt }, open.slice(start, start + LINKS_AT_ONCE));
    head = await store(deps, month, sealed);
    if (!head) return;
  }
  if (open.length > 0) deps.logger.info('Audit entries sealed', { month, count: open.length });
};
