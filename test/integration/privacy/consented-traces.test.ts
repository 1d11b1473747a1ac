import { randomUUID } from 'node:crypto';
import type { EventKind } from '../../../lambdas/contract/admin/security-kinds.ts';
import { PAGE_VIEW } from '../../../lambdas/contract/people/sign-in-events.ts';
import { createConsentedTraces } from '../../../lambdas/data/privacy/consented-traces.ts';
import { legalHoldEntity } from '../../../lambdas/data/privacy/legal-hold-repository.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { securityEventItem } from '../../support/privacy/security-event-item.ts';

const START = Date.parse('2026-11-20T08:00:00.000Z');
const HOUR = 3_600_000;
const ADDRESS = '203.0.113.0';

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

const eventAt = (userId: string, hour: number, type?: EventKind): StoredItem => ({
  ...securityEventItem(userId, new Date(START + hour * HOUR).toISOString(), type),
  ip_address: ADDRESS,
});

/** A user with one event and one load of the site in each hour, all with an address. */
const storedUser = async (hours: number) => {
  const userId = randomUUID();
  const indexes = Array.from({ length: hours }, (_, hour) => hour);
  const views = indexes.map((hour) => eventAt(userId, hour, PAGE_VIEW));
  const others = indexes.map((hour) => eventAt(userId, hour));
  for (const item of [...views, ...others]) await db.table.put(item);
  return { userId, views, others };
};
const read = async (items: readonly StoredItem[]): Promise<readonly (StoredItem | undefined)[]> =>
  Promise.all(items.map(({ pk, sk }) => db.table.get({ pk, sk }, { consistent: true })));
const withoutAddress = ({ ip_address: _address, ...item }: StoredItem): StoredItem => item as StoredItem;
const always = (): boolean => true;
const traces = () => createConsentedTraces(db.table);

describe('CN5: what security events contain only by consent', () => {
  it('deletes the loads of the site of one user, and removes addresses without changing anything else', async () => {
    const [user, other] = [await storedUser(2), await storedUser(1)];
    expect(await traces().remove(user.userId, { kind: 'behavior', hasTime: always })).toBe('done');
    expect(await read(user.views)).toEqual([undefined, undefined]);
    expect(await read(user.others)).toEqual(user.others);
    expect(await traces().remove(user.userId, { kind: 'address', hasTime: always })).toBe('done');
    expect(await read(user.others)).toEqual(user.others.map(withoutAddress));
    expect(await read([...other.views, ...other.others])).toEqual([...other.views, ...other.others]);
  });

  it('removes the addresses of loads that stay allowed', async () => {
    const { userId, views } = await storedUser(1);
    await traces().remove(userId, { kind: 'address', hasTime: always });
    expect(await read(views)).toEqual(views.map(withoutAddress));
  });

  it('keeps what was stored after the withdrawal', async () => {
    const { userId, views, others } = await storedUser(3);
    const stored = START + HOUR;
    await traces().remove(userId, { kind: 'address', stored, hasTime: always });
    expect(await read(others)).toEqual([...others.slice(0, 2).map(withoutAddress), others[2]]);
    await traces().remove(userId, { kind: 'behavior', stored, hasTime: always });
    expect(await read(views)).toEqual([undefined, undefined, views[2]]);
  });

  it('stops when there is no more time, and continues with what is left', async () => {
    const { userId, views } = await storedUser(30);
    let batches = 0;
    const hasTime = (): boolean => (batches += 1) < 2;
    expect(await traces().remove(userId, { kind: 'behavior', hasTime })).toBe('stopped');
    expect((await read(views)).filter(Boolean)).toHaveLength(5);
    expect((await db.measure(() => traces().remove(userId, { kind: 'behavior', hasTime: always }))).calls).toEqual([
      'Query',
      'GetItem',
      ...Array.from({ length: 5 }, () => 'DeleteItem'),
    ]);
    expect((await read(views)).filter(Boolean)).toEqual([]);
  });

  it('removes nothing while a legal hold applies', async () => {
    const { userId, views, others } = await storedUser(1);
    const hold = { user_id: userId, reason: 'Lawsuit 7', set_at: new Date(START).toISOString(), set_by: randomUUID() };
    await db.table.put(legalHoldEntity.toItem(hold));
    expect(await traces().remove(userId, { kind: 'address', hasTime: always })).toBe('held');
    expect(await traces().remove(userId, { kind: 'behavior', hasTime: always })).toBe('held');
    expect(await read([...views, ...others])).toEqual([...views, ...others]);
  });
});
