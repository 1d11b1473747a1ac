import { randomBytes, randomUUID } from 'node:crypto';
import { verifyLog } from '../../../bin/audit/verify-log.ts';
import type { AuditEntry } from '../../../lambdas/contract/admin/audit.ts';
import type { AuditFilter } from '../../../lambdas/contract/admin/admin-audit.ts';
import { auditEntity, auditWrite } from '../../../lambdas/data/admin/audit-entity.ts';
import { beganAt, createAuditRepository } from '../../../lambdas/data/admin/audit-repository.ts';
import { createAuditSealRepository } from '../../../lambdas/data/admin/audit-seal-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { ConditionFailed } from '../../../lambdas/data/table/errors.ts';
import type { AuditAct } from '../../../lambdas/domain/audit/act.ts';
import { LATEST_COMMIT_MS } from '../../../lambdas/domain/audit/seal.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { AuditCopies } from '../../../lambdas/platform/storage/audit-copies.ts';
import { sealMonth } from '../../../lambdas/workers/audit-seal/seal-month.ts';
import { monthsOf } from '../../../lambdas/workers/audit-seal/months.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const [ADA, BOB] = [randomUUID(), randomUUID()];
const secret = randomBytes(32).toString('base64');
const MINUTE = 60_000;

/** In-memory copies with the bucket's behavior: a name can be written only once. */
const openCopies = () => {
  const stored = new Map<string, string[]>();
  const copies: AuditCopies & { readonly stored: Map<string, string[]> } = {
    stored,
    add: async (name, text) => (stored.has(name) ? false : Boolean(stored.set(name, [text]))),
    read: async (name, version = '0') => stored.get(name)?.[Number(version)] ?? '',
    list: async () => new Map([...stored].map(([name, texts]) => [name, texts.map((_, index) => String(index))])),
  };
  return copies;
};

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

/** Records an act at a given time, in the way the act's own transaction does. */
const recordAct = async (time: number, act: Partial<AuditAct> = {}): Promise<AuditEntry> => {
  const write = auditWrite(
    db.table,
    {
      actor: { userId: ADA, role: 'admin' },
      action: 'content.edited',
      targetId: 'cnt_1',
      before: { title: 'Old' },
      after: { title: 'New' },
      requestId: 'request-1',
      ...act,
    },
    new Date(time).toISOString(),
  );
  await db.table.transact([write]);
  return auditEntity.parse(write.Put?.Item ?? {});
};

describe('reading the audit log', () => {
  const now = Date.UTC(2025, 5, 20);
  const seals = () => createAuditSealRepository(db.table);
  const audit = () =>
    createAuditRepository(db.table, {
      cursors: createCursors(async () => secret),
      logger: silentLogger,
      months: seals().months,
      now: () => now,
    });
  const recorded: AuditEntry[] = [];

  beforeAll(async () => {
    const copies = openCopies();
    // Three months with entries; April has none.
    for (const [month, count] of [
      [2, 12],
      [4, 30],
      [5, 48],
    ] as const) {
      for (let index = 0; index < count; index += 1) {
        const isUser = index % 4 === 0;
        recorded.push(
          await recordAct(Date.UTC(2025, month, 2) + index * MINUTE, {
            actor: { userId: index % 3 === 0 ? BOB : ADA, role: 'admin' },
            action: isUser ? 'user.role-assigned' : 'content.edited',
            targetId: isUser ? `user-${index % 8}` : 'cnt_1',
          }),
        );
      }
      await sealMonth(
        { seals: seals(), copies, logger: silentLogger, now: () => Date.UTC(2025, month, 3) },
        `2025-0${month + 1}`,
      );
    }
    recorded.reverse();
  });

  const readAll = async (filter: AuditFilter, limit: number) => {
    const seen: string[] = [];
    const pages: { readonly calls: number; readonly units: number }[] = [];
    let cursor: string | undefined;
    do {
      const { result, calls, units } = await db.measure(() => audit().list(filter, { cursor, limit }));
      expect(result.items.length).toBeLessThanOrEqual(limit);
      seen.push(...result.items.map(({ id }) => id));
      pages.push({ calls: calls.length, units });
      cursor = result.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return { seen, pages };
  };
  const expectedIds = (test: (entry: AuditEntry) => boolean) => recorded.filter(test).map(({ id }) => id);

  it.each<readonly [string, AuditFilter, (entry: AuditEntry) => boolean]>([
    ['everything', {}, () => true],
    ['one user', { actor_id: BOB }, ({ actor_id }) => actor_id === BOB],
    ['one action', { action: 'user.role-assigned' }, ({ action }) => action === 'user.role-assigned'],
    ['one target type', { target_type: 'user' }, ({ target_type }) => target_type === 'user'],
    ['one target', { target_id: 'user-4' }, ({ target_id }) => target_id === 'user-4'],
    [
      'one user and one action',
      { actor_id: ADA, action: 'user.role-assigned' },
      ({ actor_id, action }) => actor_id === ADA && action === 'user.role-assigned',
    ],
    [
      'one user, target and target type',
      { actor_id: ADA, target_id: 'cnt_1', target_type: 'content' },
      ({ actor_id, target_id }) => actor_id === ADA && target_id === 'cnt_1',
    ],
    ['an action of another target type', { action: 'content.edited', target_type: 'user' }, () => false],
    [
      'a time range',
      { from: '2025-03-02T00:05:00.000Z', to: '2025-05-02T00:10:00.000Z' },
      ({ at }) => at >= '2025-03-02T00:05:00.000Z' && at < '2025-05-02T00:10:00.000Z',
    ],
    [
      'a user in a time range',
      { actor_id: ADA, from: '2025-05-01T00:00:00.000Z', to: '2025-06-01T00:00:00.000Z' },
      ({ at, actor_id }) => at.startsWith('2025-05') && actor_id === ADA,
    ],
    ['an empty time range', { from: '2025-05-02T00:00:00.000Z', to: '2025-05-02T00:00:00.000Z' }, () => false],
  ])('J1 to J4: lists %s, newest first, completely and without duplicates', async (_, filter, test) => {
    const { seen } = await readAll(filter, 7);
    expect(seen).toEqual(expectedIds(test));
  });

  it.each<readonly [string, AuditFilter]>([
    ['everything', {}],
    ['one user', { actor_id: ADA }],
    ['one target', { target_id: 'cnt_1' }],
  ])('costs the same on every page of %s', async (_, filter) => {
    const { pages } = await readAll(filter, 10);
    const full = pages.slice(0, -1);
    expect(Math.max(...full.map(({ units }) => units))).toBeLessThanOrEqual(13);
    expect(Math.max(...full.map(({ calls }) => calls))).toBeLessThanOrEqual(4);
  });

  it('rejects a cursor of another filter', async () => {
    const { next_cursor: cursor } = await audit().list({ actor_id: ADA }, { cursor: undefined, limit: 2 });
    await expect(audit().list({ actor_id: BOB }, { cursor: cursor ?? '', limit: 2 })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });
});

describe('sealing the audit log', () => {
  const start = Date.UTC(2026, 7, 10);
  const MONTH = '2026-08';
  const seals = () => createAuditSealRepository(db.table);
  const copies = openCopies();
  const run = (time: number, over: Partial<Parameters<typeof sealMonth>[0]> = {}) =>
    sealMonth({ seals: seals(), copies, logger: silentLogger, now: () => time, ...over }, MONTH);
  const verdict = async (time: number) => {
    for await (const each of verifyLog({ seals: seals(), copies, now: () => time }, MONTH)) return each;
    throw new Error('No month');
  };

  it('seals each entry once, in order and in batches', async () => {
    for (let index = 0; index < 230; index += 1) await recordAct(start + index * 10);
    await run(start + MINUTE);
    await run(start + 2 * MINUTE);
    expect(await verdict(start + 2 * MINUTE)).toEqual({ month: MONTH, sealed: 230, waiting: 0, findings: [] });
    expect([...copies.stored.keys()]).toEqual(
      [1, 100, 199].map((seq) => `audit/${MONTH}/${String(seq).padStart(8, '0')}.jsonl`),
    );
    expect(await seals().months()).toContain(MONTH);
  });

  it('seals entries that are committed late with an ID before the last link, and none twice', async () => {
    const late = await recordAct(start + 5);
    const soon = await recordAct(start + 3 * MINUTE);
    await run(start + 3 * MINUTE);
    const head = await seals().head(MONTH);
    expect([head?.seq, head?.entry_id]).toEqual([232, soon.id]);
    expect((await verdict(start + 3 * MINUTE)).findings).toEqual([]);
    const later = await recordAct(start + 4 * MINUTE - LATEST_COMMIT_MS + MINUTE + 1);
    expect(beganAt(later.id)).toBeLessThan(beganAt(late.id));
    await run(start + 4 * MINUTE);
    expect(await verdict(start + 4 * MINUTE)).toMatchObject({ sealed: 233, findings: [] });
  });

  it('resumes after a run that crashed between copy and table, even when more entries arrived meanwhile', async () => {
    await recordAct(start + 5 * MINUTE);
    await expect(
      run(start + 5 * MINUTE, { seals: { ...seals(), add: () => Promise.reject(new Error('killed')) } }),
    ).rejects.toThrow('killed');
    await recordAct(start + 5 * MINUTE + 1);
    await run(start + 6 * MINUTE);
    await run(start + 7 * MINUTE);
    expect(await verdict(start + 7 * MINUTE)).toMatchObject({ sealed: 235, findings: [] });
  });

  it('builds one chain when several runs overlap', async () => {
    for (let index = 0; index < 150; index += 1) await recordAct(start + 8 * MINUTE + index);
    await Promise.all([1, 2, 3].map((offset) => run(start + 9 * MINUTE + offset)));
    await run(start + 10 * MINUTE);
    await run(start + 11 * MINUTE);
    expect(await verdict(start + 11 * MINUTE)).toMatchObject({ sealed: 385, findings: [] });
  });

  it('detects an overwritten, a removed and an inserted entry in the table', async () => {
    const [first, second] = await seals().entries(MONTH);
    const { pk, sk } = first as { pk: string; sk: string };
    await db.table.put({ ...first, pk, sk, after: { title: 'Forged' } });
    await db.table.delete({ pk, sk: second?.sk ?? '' });
    const slipped = await recordAct(start - 24 * 60 * MINUTE);
    const { findings } = await verdict(start + 60 * MINUTE);
    expect(findings).toEqual([
      { what: 'inserted', where: slipped.id },
      { what: 'overwritten', where: sk },
      { what: 'removed', where: second?.sk },
    ]);
  });

  it('never overwrites an entry', async () => {
    const [entry] = await seals().entries(MONTH);
    const write = auditWrite(
      db.table,
      {
        actor: { userId: ADA, role: 'admin' },
        action: 'content.edited',
        targetId: 'cnt_1',
        before: null,
        after: null,
        requestId: 'r',
      },
      new Date(start).toISOString(),
    );
    const twice = { Put: { ...write.Put, Item: { ...write.Put?.Item, sk: entry?.sk } } } as typeof write;
    await expect(db.table.transact([twice])).rejects.toBeInstanceOf(ConditionFailed);
  });

  it('seals the current and the previous month, or the month that is requested', () => {
    expect(monthsOf({ 'detail-type': 'Scheduled Event' }, Date.UTC(2026, 0, 31))).toEqual(['2025-12', '2026-01']);
    expect(monthsOf({ month: '2025-03' }, Date.UTC(2026, 0, 31))).toEqual(['2025-03']);
  });
});
