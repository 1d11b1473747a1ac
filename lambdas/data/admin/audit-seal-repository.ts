import * as z from 'zod/mini';
import { Timestamp } from '../../contract/shared.ts';
import type { Seal, StoredEntry } from '../../domain/audit/seal.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { conditionHolds } from '../table/errors.ts';
import { isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const SealItem = z.object({
  month: z.string(),
  seq: z.number(),
  entry_id: z.string(),
  entry_hash: Hash,
  previous: Hash,
  hash: Hash,
  sealed_at: Timestamp,
  open_from: Timestamp,
});

const sealPartition = (month: string): string => key('AUDIT_SEAL', month);

/** Digits of a link's number in its key, so that they sort. */
const SEQ_DIGITS = 8;

/** A link of a month's hash chain. Its key is its number, so two links cannot follow the same one. */
export const auditSealEntity = defineEntity({
  type: 'AUDIT_SEAL',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  appendOnly: true,
  schema: SealItem,
  key: ({ month, seq }: { month: string; seq: number }) => ({
    pk: sealPartition(month),
    sk: String(seq).padStart(SEQ_DIGITS, '0'),
  }),
});

const MONTHS = 'AUDIT_MONTH';

/** Records that a month has entries. Written with the first link of the month. */
export const auditMonthEntity = defineEntity({
  type: 'AUDIT_MONTH',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  appendOnly: true,
  schema: z.object({ month: z.string() }),
  key: ({ month }: { month: string }) => ({ pk: MONTHS, sk: month }),
});

/** Items per query. DynamoDB limits a page to 1 MB anyway. */
const PAGE = 1000;

/** Maximum number of links in one transaction, next to the item of the month. */
export const MAX_LINKS = 99;

export type AuditSealRepository = ReturnType<typeof createAuditSealRepository>;

/** The hash chains of the audit log. Numbers refer to access-patterns.md. */
export const createAuditSealRepository = (table: Table) => ({
  /** J5. Months that have links, newest first. */
  async months(): Promise<readonly string[]> {
    const { items } = await table.query({ partition: MONTHS, limit: PAGE });
    return items.map(({ sk }) => sk);
  },

  /** J6. The last link of a month. */
  async head(month: string): Promise<Seal | undefined> {
    const { items } = await table.query({ partition: sealPartition(month), limit: 1, consistent: true });
    return items[0] && auditSealEntity.parse(items[0]);
  },

  /** J7. The links of a month, newest first, page by page. Throws for a corrupt link. */
  async *newestLinks(month: string): AsyncGenerator<readonly Seal[]> {
    for await (const items of table.pages({ partition: sealPartition(month), limit: PAGE, consistent: true }))
      yield items.map((item) => auditSealEntity.parse(item));
  },

  /** J8. Entries of a month as stored, ordered by id, starting from an id or an id prefix. */
  async entries(month: string, from = '0'): Promise<readonly StoredEntry[]> {
    return table.queryAll({ partition: key('AUDIT', month), from, limit: PAGE, descending: false, consistent: true });
  },

  /** J9. Adds up to 99 links, all or none. False when another run has already used their numbers. */
  async add(links: readonly Seal[]): Promise<boolean> {
    const [first] = links;
    if (!first) return true;
    return conditionHolds(
      table.transact([
        ...links.map((link) => table.write.put(auditSealEntity.toItem(link), isNew)),
        ...(first.seq === 1 ? [table.write.put(auditMonthEntity.toItem({ month: first.month }), isNew)] : []),
      ]),
    );
  },
});
