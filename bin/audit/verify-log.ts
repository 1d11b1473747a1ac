import { retentionDays } from '../../lambdas/contract/retention.ts';
import { beganAt } from '../../lambdas/data/admin/audit-repository.ts';
import type { AuditSealRepository } from '../../lambdas/data/admin/audit-seal-repository.ts';
import { readCopy, type Seal } from '../../lambdas/domain/audit/seal.ts';
import { verifyMonth, type StoredCopy, type Verdict } from '../../lambdas/domain/audit/verify.ts';
import type { AuditCopies } from '../../lambdas/platform/audit-copies.ts';

/** Where a stage keeps its audit log. */
export interface AuditStores {
  readonly seals: Pick<AuditSealRepository, 'months' | 'entries' | 'newestLinks'>;
  readonly copies: Pick<AuditCopies, 'list' | 'read'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What was found in one month. */
export interface MonthVerdict extends Verdict {
  readonly month: string;
}

const DAY_MS = 86_400_000;
/** A copy is as old as its oldest entry. */
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
    // What was stored first is what the lock has held since.
    const lines = await copies
      .read(key, versions[0])
      .then(readCopy)
      .catch(() => undefined);
    found.push({ key, versions: versions.length, lines });
  }
  return found;
};

/**
 * Walks through a month, or through every month that table or copies know, oldest first. Throws when something cannot
 * be read.
 */
export async function* verifyLog(home: AuditStores, only?: string): AsyncGenerator<MonthVerdict> {
  const stored = await home.copies.list('audit/');
  const now = home.now();
  // What `audit-seal` looks through each minute.
  const sealing = [monthAt(now), monthBefore(now)];
  const known = [
    ...(await home.seals.months()),
    ...[...stored.keys()].map((key) => key.split('/')[1] ?? ''),
    ...sealing,
  ];
  const months = only === undefined ? [...new Set(known)].sort() : [only];
  for (const month of months) {
    const mine = new Map([...stored].filter(([key]) => key.startsWith(`audit/${month}/`)));
    // Entries last: what is sealed meanwhile only waits, and is not taken for removed.
    const seals = await readLinks(home, month);
    const copies = await readCopies(home, mine);
    const entries = await home.seals.entries(month);
    const readAt = home.now();
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
