import { retentionDays } from '../../lambdas/contract/retention.ts';
import { beganAt } from '../../lambdas/data/admin/audit-repository.ts';
import type { AuditSealRepository } from '../../lambdas/data/admin/audit-seal-repository.ts';
import { readCopy, type Seal } from '../../lambdas/domain/audit/seal.ts';
import { verifyMonth, type StoredCopy, type Verdict } from '../../lambdas/domain/audit/verify.ts';
import type { AuditCopies } from '../../lambdas/platform/storage/audit-copies.ts';

/** The stores of a stage's audit log. */
export interface AuditStores {
  readonly seals: Pick<AuditSealRepository, 'months' | 'entries' | 'newestLinks'>;
  readonly copies: Pick<AuditCopies, 'list' | 'read'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The verification result of one month. */
export interface MonthVerdict extends Verdict {
  readonly month: string;
}

const DAY_MS = 86_400_000;
/** A copy's age is that of its oldest entry, so the retention limit needs a margin. */
const MARGIN_DAYS = 1;
const monthAt = (time: number): string => new Date(time).toISOString().slice(0, '2026-11'.length);
const monthBefore = (time: number): string =>
  monthAt(Date.UTC(new Date(time).getUTCFullYear(), new Date(time).getUTCMonth() - 1, 1));

const readLinks = async ({ seals }: AuditStores, month: string): Promise<readonly Seal[]> => {
  const links: Seal[] = [];
  for await (const page of seals.newestLinks(month)) links.push(...page);
  return links.reverse();
};

const readCopies = async (
  { copies }: AuditStores,
  stored: ReadonlyMap<string, readonly string[]>,
): Promise<readonly StoredCopy[]> => {
  const found: StoredCopy[] = [];
  for (const [key, versions] of stored) {
    // The lock protects the first version.
    const lines = await copies
      .read(key, versions[0])
      .then(readCopy)
      .catch(() => undefined);
    found.push({ key, versions: versions.length, lines });
  }
  return found;
};

/**
 * Verifies one month, or every month that the table or the copies contain, oldest first. Throws when something cannot
 * be read.
 */
export async function* verifyLog(stores: AuditStores, only?: string): AsyncGenerator<MonthVerdict> {
  const stored = await stores.copies.list('audit/');
  const now = stores.now();
  // The months that `audit-seal` processes each minute.
  const sealing = [monthAt(now), monthBefore(now)];
  const knownMonths = [
    ...(await stores.seals.months()),
    ...[...stored.keys()].map((key) => key.split('/')[1] ?? ''),
    ...sealing,
  ];
  const months = only === undefined ? [...new Set(knownMonths)].sort() : [only];
  for (const month of months) {
    const copiesOfMonth = new Map([...stored].filter(([key]) => key.startsWith(`audit/${month}/`)));
    // Entries are read last: an entry sealed in the meantime then counts as waiting, not as removed.
    const seals = await readLinks(stores, month);
    const copies = await readCopies(stores, copiesOfMonth);
    const entries = await stores.seals.entries(month);
    const readAt = stores.now();
    yield {
      month,
      ...verifyMonth({
        month,
        entries,
        seals,
        copies,
        readAt,
        isSealing: sealing.includes(month),
        keptFrom: readAt - (retentionDays('audit_log') - MARGIN_DAYS) * DAY_MS,
        beganAt,
      }),
    };
  }
}
