import { randomBytes, randomUUID } from 'node:crypto';
import type { Purpose } from '../../../lambdas/contract/people/consent.ts';
import { createRightsRepository } from '../../../lambdas/data/people/rights-repository.ts';
import { consentCountsKey } from '../../../lambdas/data/privacy/consent-entities.ts';
import { createConsentRepository } from '../../../lambdas/data/privacy/consent-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { decide, withdraw } from '../../../lambdas/domain/privacy/decision.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const NOW = Date.parse('2026-03-04T05:06:07.000Z');
const secret = randomBytes(32).toString('base64');

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable();
});
afterEach(() => db.stop());

const open = () => {
  const rights = createRightsRepository(db.table);
  const consents = createConsentRepository(db.table, {
    cursors: createCursors(async () => secret),
    logger: silentLogger,
    rights,
  });
  return { rights, consents, all: (id: string) => consents.list(id, { cursor: undefined, limit: 100 }) };
};

const allowing = (...allowed: readonly Purpose[]) =>
  decide(
    {
      analytics: allowed.includes('analytics'),
      behavioral: allowed.includes('behavioral'),
      marketing: allowed.includes('marketing'),
      functional: allowed.includes('functional'),
    },
    false,
  );

describe('decisions about privacy', () => {
  it('CN2, CN1: apply at once, keep every entry, and count each account once', async () => {
    const { rights, consents, all } = open();
    const [id, other] = [randomUUID(), randomUUID()];
    await rights.createIfMissing(id);
    expect((await rights.read(id))?.consent).toBeUndefined();
    const first = await db.measure(() => consents.record(id, allowing('analytics', 'functional'), NOW));
    expect(first.calls).toEqual(['BatchGetItem', 'TransactWriteItems']);
    expect((await rights.read(id))?.consent).toEqual(['analytics', 'functional']);
    // A clock that is behind: the newest decision still is the last of the history.
    await consents.record(id, allowing('marketing'), NOW - 3_600_000);
    await consents.record(id, withdraw(false), NOW - 3_600_000);
    await rights.createIfMissing(other);
    await consents.record(other, allowing('analytics'), NOW);
    expect((await rights.read(id))?.consent).toEqual([]);
    expect((await all(id)).items.map(({ event, purposes }) => [event, purposes])).toEqual([
      ['withdrawn', []],
      ['recorded', ['marketing']],
      ['recorded', ['analytics', 'functional']],
    ]);
    expect(await db.table.get(consentCountsKey)).toMatchObject({
      decided: 2,
      analytics: 1,
      functional: 0,
      marketing: 0,
      behavioral: 0,
    });
  });

  it('of 12 at once are all kept, and the newest applies', async () => {
    const { rights, consents, all } = open();
    const id = randomUUID();
    await rights.createIfMissing(id);
    const choices = Array.from({ length: 12 }, (_, index) => (index % 2 ? allowing('analytics') : withdraw(false)));
    const results = await Promise.allSettled(choices.map((choice) => consents.record(id, choice, NOW)));
    const stored = results.filter(({ status }) => status === 'fulfilled').length;
    const { items } = await all(id);
    expect(items).toHaveLength(stored);
    const applied = (await rights.read(id, { consistent: true }))?.consent;
    expect(applied).toEqual(items[0]?.purposes);
    expect(await db.table.get(consentCountsKey)).toMatchObject({ decided: 1, analytics: applied?.length ?? -1 });
  });
});
