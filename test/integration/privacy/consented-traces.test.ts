import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { EventKind } from '../../../lambdas/contract/admin/security-kinds.ts';
import { retentionMs } from '../../../lambdas/contract/retention.ts';
import type { PatternData } from '../../../lambdas/contract/security/behavior.ts';
import { PAGE_VIEW } from '../../../lambdas/contract/people/sign-in-events.ts';
import { playEntity } from '../../../lambdas/data/history/play-repository.ts';
import { behavioralPatternEntity, sentPatternEntity } from '../../../lambdas/data/security/behavior-entity.ts';
import { createBehaviorRepository } from '../../../lambdas/data/security/behavior-repository.ts';
import { createConsentedTraces } from '../../../lambdas/data/privacy/consented-traces.ts';
import { smartTokenEntity } from '../../../lambdas/data/security/smart-token-entity.ts';
import { legalHoldEntity } from '../../../lambdas/data/privacy/legal-hold-repository.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { NOTHING_MEASURED } from '../../../lambdas/domain/delivery/plays/beat.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { newPlay } from '../../../lambdas/domain/playback/view-rule.ts';
import { withConsent } from '../../../lambdas/domain/privacy/consented.ts';
import { counted, somePattern } from '../../support/behavior.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { someMeasures } from '../../support/plays.ts';
import { securityEventItem } from '../../support/privacy/security-event-item.ts';
import { someToken } from '../../support/rows/security/token-rows.ts';

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

/** A user with a pattern in each hour, and the items that it consists of. */
const storedPatterns = async (hours: number) => {
  const user_id = randomUUID();
  const patterns = createBehaviorRepository(db.table, silentLogger);
  const page = 'ab'.repeat(16);
  const add = async (seq: number, data?: PatternData) => {
    const at = new Date(START + seq * HOUR).toISOString();
    const consented = withConsent({ userId: user_id, consent: ['behavioral'] }, 'behavior', () =>
      somePattern(user_id, at, data),
    );
    if (!consented) throw new Error('There is no consent');
    return patterns.add(consented, { page, seq });
  };
  const items: StoredItem[][] = [];
  for (let seq = 0; seq < hours; seq += 1) {
    const pattern = await add(seq);
    const sent = { user_id, page, seq, pattern_id: pattern.id, anomaly: false, created_at: pattern.created_at };
    items.push([behavioralPatternEntity.toItem(pattern), sentPatternEntity.toItem(sent)]);
  }
  return { user_id, patterns, add, items };
};

describe('behavioral patterns', () => {
  it('BP1, BP2: are stored once for each name, and listed newest first until they expire', async () => {
    const { user_id: userId, patterns, add, items } = await storedPatterns(52);
    expect(await read(items.flat())).toEqual(items.flat());
    const newest = await db.measure(() => patterns.list(userId, START + 52 * HOUR));
    expect([newest.result.length, newest.units <= 6]).toEqual([50, true]);
    expect(newest.result[0]?.created_at).toBe(new Date(START + 51 * HOUR).toISOString());
    // The first pattern under this name is what is returned.
    expect((await add(51)).id).toBe(newest.result[0]?.id);
    const afterwards = START + 50.5 * HOUR + retentionMs('behavioral_patterns');
    expect(await patterns.list(userId, afterwards)).toEqual([newest.result[0]]);
  });

  it('BP3: of a counting are an anomaly since the first of them that is one', async () => {
    const { user_id: userId, patterns, add } = await storedPatterns(2);
    const since = (page = 'ab'.repeat(16)) => patterns.firstAnomalyAt(userId, page);
    expect(await since()).toBeUndefined();
    const unusual = counted({ plays: 10, skips: 9, pauses: 21, quality_changes: 11 }, 'mouse');
    // As text, the number 10 comes before 2.
    for (const seq of [2, 10]) await add(seq, unusual);
    expect([await since(), await since('cd'.repeat(16))]).toEqual([
      new Date(START + 2 * HOUR).toISOString(),
      undefined,
    ]);
  });

  it('are removed with the consent, or up to when it was withdrawn, and not during a legal hold', async () => {
    const [user, other] = [await storedPatterns(3), await storedPatterns(1)];
    await traces().remove(user.user_id, { kind: 'address', hasTime: always });
    expect(await read(user.items.flat())).toEqual(user.items.flat());
    await traces().remove(user.user_id, { kind: 'behavior', stored: START + HOUR, hasTime: always });
    expect((await read(user.items.flat())).map((item) => item !== undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(await traces().remove(user.user_id, { kind: 'behavior', hasTime: always })).toBe('done');
    expect((await read(user.items.flat())).filter(Boolean)).toEqual([]);
    const hold = { user_id: other.user_id, reason: 'Lawsuit 8', set_at: new Date(START).toISOString() };
    await db.table.put(legalHoldEntity.toItem({ ...hold, set_by: randomUUID() }));
    expect(await traces().remove(other.user_id, { kind: 'behavior', hasTime: always })).toBe('held');
    expect(await read(other.items.flat())).toEqual(other.items.flat());
  });

  it('are not stored again under the name of one that was removed', async () => {
    const { add, items } = await storedPatterns(1);
    const [pattern] = items[0] ?? [];
    await db.table.delete({ pk: pattern?.pk ?? '', sk: pattern?.sk ?? '' });
    await expect(add(0)).rejects.toMatchObject({ code: 'consent_required' });
  });
});

describe('CN5: the trust of smart tokens', () => {
  it('loses the points of the behavior and of the place with their consents, and nothing else', async () => {
    const userId = randomUUID();
    const [old, recent] = [HOUR, 0].map((age) => smartTokenEntity.toItem(someToken(userId, 'api', { age }).stored));
    if (!old || !recent) throw new Error('There are no tokens');
    for (const item of [old, recent]) await db.table.put(item);
    const partsOf = async () =>
      (await read([old, recent])).map((item) => {
        const token = smartTokenEntity.parse(item ?? {});
        const { trust, device_trust_score: score } = token;
        expect(trust.reduce((sum, { points }) => sum + points, 0)).toBe(score);
        return trust.map(({ part }) => part).filter((part) => part !== 'office_hours');
      });
    expect(await partsOf()).toEqual([
      ['start', 'history', 'location'],
      ['start', 'history', 'location'],
    ]);
    // Behavior is allowed again, so what was issued afterwards stays.
    const stored = Date.now() - HOUR / 2;
    expect(await traces().remove(userId, { kind: 'behavior', stored, hasTime: always })).toBe('done');
    expect(await partsOf()).toEqual([
      ['start', 'location'],
      ['start', 'history', 'location'],
    ]);
    for (const kind of ['behavior', 'place', 'place'] as const)
      expect(await traces().remove(userId, { kind, hasTime: always })).toBe('done');
    expect(await partsOf()).toEqual([['start'], ['start']]);
    const [, last] = await read([old, recent]);
    if (!last) throw new Error('The token no longer exists');
    const { trust: _trust, device_trust_score: _score, ...others } = last;
    const { trust: _before, device_trust_score: _points, ...unchanged } = recent;
    expect(others).toEqual({ ...unchanged, location_verified: false, security_level: 1 });
  });
});

describe('CN5: how well titles played', () => {
  const playAt = (userId: string, hour: number): StoredItem =>
    playEntity.toItem({
      ...newPlay(
        `ply_${ulid()}`,
        userId,
        { id: `cnt_${ulid()}`, creator_id: `crt_${ulid()}`, duration: 60 },
        START + hour * HOUR,
      ),
      quality: {
        seq: 2,
        window: new Date(START + 3 * HOUR).toISOString(),
        last: someMeasures(),
        before: NOTHING_MEASURED,
        isFirst: false,
      },
    });
  const forgotten = ({ quality: _quality, ...play }: StoredItem): StoredItem =>
    ({ ...play, forgotten: true }) as StoredItem;
  const storedPlays = async () => {
    const userId = randomUUID();
    const [old, recent] = [playAt(userId, 0), playAt(userId, 2)];
    for (const play of [old, recent]) await db.table.put(play);
    return { userId, old, recent };
  };

  it('is removed from plays with the consent, and nothing else of them', async () => {
    const { userId, old, recent } = await storedPlays();
    const others = [(await storedPlays()).old, { ...old, sk: 'PLAYLIST#1' }];
    for (const item of others) await db.table.put(item);
    for (const kind of ['address', 'behavior', 'place'] as const)
      await traces().remove(userId, { kind, hasTime: always });
    expect(await read([old, recent])).toEqual([old, recent]);
    // Analytics is allowed again, so plays that began after the withdrawal stay as they are.
    expect(await traces().remove(userId, { kind: 'playback', stored: START + HOUR, hasTime: always })).toBe('done');
    expect(await read([old, recent])).toEqual([forgotten(old), recent]);
    for (let repeat = 0; repeat < 2; repeat += 1)
      expect(await traces().remove(userId, { kind: 'playback', hasTime: always })).toBe('done');
    expect(await read([old, recent])).toEqual([forgotten(old), forgotten(recent)]);
    expect(await read(others)).toEqual(others);
  });

  it('stays during a legal hold', async () => {
    const { userId, old } = await storedPlays();
    const hold = { user_id: userId, reason: 'Lawsuit 9', set_at: new Date(START).toISOString(), set_by: randomUUID() };
    await db.table.put(legalHoldEntity.toItem(hold));
    expect(await traces().remove(userId, { kind: 'playback', hasTime: always })).toBe('held');
    expect(await read([old])).toEqual([old]);
  });
});

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
      // Patterns and smart tokens, of which there are none.
      'Query',
      'Query',
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
