import { randomBytes, randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { auditEntity, auditMonth } from '../../../lambdas/data/admin/audit-entity.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import {
  createPeopleRepository,
  type PeopleAct,
  type PeopleRepository,
} from '../../../lambdas/data/people/people-repository.ts';
import { createProfileRepository } from '../../../lambdas/data/people/profile-repository.ts';
import { adminsKey, createRightsRepository } from '../../../lambdas/data/people/rights-repository.ts';
import { createSessionRegistry } from '../../../lambdas/data/sessions/session-registry.ts';
import { activeSessions } from '../../../lambdas/domain/sessions/session.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { ListPage } from '../../../lambdas/data/table/list-page.ts';
import type { PersonView } from '../../../lambdas/contract/people/people.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { somePerson } from '../../support/rows/people-rows.ts';

const secret = randomBytes(32).toString('base64');
const cursors = createCursors(async () => secret);
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
/** Advances on every read, so that the log has an order. */
let moment = 0;
const now = (): string => at(1_000_000 + (moment += 1));

let db: TestTable;
let people: PeopleRepository;
const root = somePerson({ role: 'admin', email: 'root@example.org', full_name: 'Ruth Root', created_at: at(0) });
const act: PeopleAct = {
  actor: { userId: root.person.id, role: 'admin' },
  requestId: 'request-1',
  action: 'user.role-assigned',
};

const store = async (...made: readonly ReturnType<typeof somePerson>[]): Promise<void> => {
  for (const item of made.flatMap(({ items }) => items)) await db.table.put(item);
};

const collectPages = async (
  page: (cursor: string | undefined) => Promise<ListPage<PersonView>>,
): Promise<readonly PersonView[]> => {
  const found: PersonView[] = [];
  let cursor: string | undefined;
  do {
    const { items, next_cursor: next } = await page(cursor);
    found.push(...items);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return found;
};

const entries = async () =>
  (await db.table.query({ partition: `AUDIT#${auditMonth(now())}`, limit: 100 })).items.map((item) =>
    auditEntity.parse(item),
  );

beforeAll(async () => {
  db = await startTestTable();
  people = createPeopleRepository(db.table, { cursors, logger: silentLogger });
  await store(root);
  await db.table.put({ ...adminsKey, type: 'ADMINS', v: 1, count: 1 });
});
afterAll(() => db.stop());

describe('lists', () => {
  const crowd = Array.from({ length: 300 }, (_, index) =>
    somePerson({
      created_at: at(1 + index),
      email: `p${String(index).padStart(4, '0')}@example.org`,
      full_name: index % 3 === 0 ? '' : `Person ${index}`,
      role: index % 50 === 0 ? 'moderator' : 'user',
    }),
  );
  beforeAll(() => store(...crowd));

  it('A8: pages all users newest first; the last page costs as much as the first', async () => {
    const costs: { readonly calls: readonly string[]; readonly units: number }[] = [];
    const found = await collectPages(async (cursor) => {
      const { result, ...cost } = await db.measure(() => people.list({ cursor, limit: 24 }));
      if (result.items.length === 24) costs.push(cost);
      return result;
    });
    expect(found.map(({ id }) => id)).toEqual([...crowd.map(({ person }) => person.id).reverse(), root.person.id]);
    expect(found.filter(({ role }) => role === 'moderator')).toHaveLength(6);
    expect(new Set(costs.map(({ calls }) => calls.join()))).toEqual(new Set(['Query,BatchGetItem']));
    const units = costs.map((cost) => cost.units);
    console.log(`A8: ${Math.min(...units)} to ${Math.max(...units)} units for 24 people`);
    expect(Math.max(...units) - Math.min(...units)).toBeLessThanOrEqual(0.5);
    expect(Math.max(...units)).toBeLessThanOrEqual(26);
  });

  it('A19: finds the users of a role, and of a role in a search, without an empty page', async () => {
    const moderators = crowd.filter(({ person }) => person.role === 'moderator').map(({ person }) => person.id);
    const { result, ...cost } = await db.measure(() =>
      people.find({ role: 'moderator' }, { cursor: undefined, limit: 4 }),
    );
    expect(result.items.map(({ id }) => id)).toEqual(moderators.toReversed().slice(0, 4));
    const rest = await people.find({ role: 'moderator' }, { cursor: result.next_cursor ?? '', limit: 4 });
    expect(rest.items.map(({ id }) => id)).toEqual(moderators.toReversed().slice(4));
    expect(rest.next_cursor).toBeNull();
    const premium = await db.measure(() => people.find({ plan: 'premium' }, { cursor: undefined, limit: 24 }));
    expect(premium.result).toEqual({ items: [], next_cursor: null });
    console.log(`A19: ${cost.units} units for 4 of 300 people by role, ${premium.units} for none by plan`);
    // One BatchGetItem has up to 100 keys. The last one reads what the page shows.
    const read = (batches: number) => ['Query', ...Array.from({ length: batches }, () => 'BatchGetItem')];
    expect(cost.calls).toEqual([...[1, 1, 1, 1].flatMap(read), 'BatchGetItem']);
    // Each query rounds up to half a unit.
    expect(cost.units).toBeLessThanOrEqual(3.05 * 54 + 4 + 4 * 0.5);
    expect(premium.calls).toEqual([1, 2, 2, 2].flatMap(read));
    expect(premium.units).toBeLessThanOrEqual(3.05 * 104);
    const found = await people.find({ q: 'p', role: 'moderator', plan: 'free' }, { cursor: undefined, limit: 24 });
    expect(found.items.map(({ id }) => id)).toEqual(moderators);
    // A cursor is valid only for its filter.
    await expect(people.find({}, { cursor: result.next_cursor ?? '', limit: 4 })).rejects.toThrow();
  });

  it('A9: finds users by the start of their address, name or last name, once each, page by page', async () => {
    await store(
      somePerson({ email: 'zoe@example.org', full_name: 'Zoë Ångström' }),
      somePerson({ email: 'other@example.org', full_name: 'Zoé Zoller' }),
      somePerson({ email: 'third@example.org', full_name: 'Anna Maria Zöllner' }),
      somePerson({ email: 'a#b@example.org', full_name: 'Hash # Mark' }),
    );
    const search = (q: string, limit = 24) => collectPages((cursor) => people.search(q, { cursor, limit }));
    expect((await search('ZO')).map(({ full_name: name }) => name)).toEqual([
      'Zoë Ångström',
      'Zoé Zoller',
      'Anna Maria Zöllner',
    ]);
    expect((await search('zo', 1)).map(({ full_name: name }) => name)).toEqual([
      'Zoë Ångström',
      'Zoé Zoller',
      'Anna Maria Zöllner',
    ]);
    expect((await search('angstrom')).map(({ email }) => email)).toEqual(['zoe@example.org']);
    expect((await search('a#b')).map(({ email }) => email)).toEqual(['a#b@example.org']);
    expect(await search('example.org')).toEqual([]);
    expect(await search('###')).toEqual([]);
    expect(await search('PERSON_EMAIL')).toEqual([]);
    expect(new Set((await search('p', 7)).map(({ id }) => id)).size).toBe(300);
  });

  it('A9: costs the same on the last page as on the first', async () => {
    const costs: number[] = [];
    await collectPages(async (cursor) => {
      const { result, units } = await db.measure(() => people.search('p', { cursor, limit: 24 }));
      if (result.items.length === 24) costs.push(units);
      return result;
    });
    console.log(`A9: ${Math.min(...costs)} to ${Math.max(...costs)} units for 24 found`);
    // The page where the addresses end and the names begin reads part of both, and all of those names twice.
    expect(Math.max(...costs)).toBeLessThanOrEqual(72);
    expect(costs[1]).toBe(costs[0]);
  });

  it('A6: finds a renamed user only by the new name', async () => {
    const person = somePerson({ full_name: 'Old Xylophone' });
    await store(person);
    const search = async (q: string) =>
      (await people.search(q, { cursor: undefined, limit: 5 })).items.map(({ id }) => id);
    expect(await search('xyl')).toEqual([person.person.id]);
    await createProfileRepository(db.table).rename(person.person.id, 'Newname');
    expect(await search('xyl')).toEqual([]);
    expect(await search('newn')).toEqual([person.person.id]);
    expect(await search(person.person.email)).toEqual([person.person.id]);
  });

  it('costs the same on page 1,000 as on page 1, for lists and searches', async () => {
    const more = Array.from({ length: 2_100 }, (_, index) =>
      somePerson({
        created_at: `2025-06-01T00:00:00.${String(index % 1_000).padStart(3, '0')}Z`,
        email: `q${index}@example.org`,
        full_name: '',
      }),
    );
    const items = more.flatMap((person) => person.items);
    for (let from = 0; from < items.length; from += 25) {
      const requests = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item: { ...Item } } }));
      await db.documents.send(new BatchWriteCommand({ RequestItems: { [db.table.tableName]: requests } }));
    }
    for (const [what, read] of [
      ['A8', people.list],
      ['A9', (page: Parameters<typeof people.list>[0]) => people.search('q', page)],
    ] as const) {
      const cost = async (cursor: string | undefined) => {
        const { result, calls, units } = await db.measure(() => read({ cursor, limit: 2 }));
        expect(result.items).toHaveLength(2);
        return `${calls.join()} ${units}`;
      };
      // Reads in larger pages up to where page 1,000 of size two begins.
      let cursor: string | undefined;
      for (const limit of [...Array.from({ length: 19 }, () => 100), 98])
        cursor = (await read({ cursor, limit })).next_cursor ?? '';
      const [first, far] = [await cost(undefined), await cost(cursor)];
      console.log(`${what}: page 1 ${first}, page 1,000 ${far}`);
      expect(far).toBe(first);
    }
  });

  it('rejects a cursor of another search', async () => {
    const { next_cursor: cursor } = await people.search('p', { cursor: undefined, limit: 5 });
    await expect(people.search('pe', { cursor: cursor ?? '', limit: 5 })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
    await expect(people.list({ cursor: cursor ?? '', limit: 5 })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});

describe('changes', () => {
  const assign = (id: string, role: PersonView['role'], by: PeopleAct = act) =>
    people.changeRights(id, (rights) => (rights.role === role ? undefined : { role }), by, now);
  const disable = (id: string, by: PeopleAct = act) =>
    people.changeRights(
      id,
      ({ disabled }) => (disabled ? undefined : { disabled: true }),
      { ...by, action: 'user.disabled', reason: 'Spam' },
      now,
    );

  it('A11: creates a user once, without name or address in the audit log', async () => {
    const profile = { id: randomUUID(), email: 'made@example.org', full_name: 'Made Up', created_at: now() };
    const made = { ...act, action: 'user.created' } as const;
    expect(await people.create(profile, { role: 'admin', plan: 'free' }, made, now())).toBe(true);
    expect(await people.create(profile, { role: 'user', plan: 'free' }, made, now())).toBe(false);
    expect(await people.get(profile.id)).toEqual({ ...profile, role: 'admin', plan: 'free', disabled: false });
    const written = (await entries()).filter(({ target_id: id }) => id === profile.id);
    expect(written).toMatchObject([
      { action: 'user.created', actor_id: root.person.id, before: null, after: { role: 'admin', plan: 'free' } },
    ]);
    expect(JSON.stringify(written)).not.toContain('made@');
    expect(await createRightsRepository(db.table).countAdmins()).toBe(2);
    await assign(profile.id, 'user');
  });

  it('A12: records each change with its previous values and reason, and nothing when nothing changes', async () => {
    const { person, items } = somePerson();
    await store({ person, items });
    expect(await assign(person.id, 'moderator')).toMatchObject({ role: 'moderator' });
    expect(await assign(person.id, 'moderator')).toMatchObject({ role: 'moderator' });
    expect(await disable(person.id)).toMatchObject({ role: 'moderator', disabled: true });
    expect((await entries()).filter(({ target_id: id }) => id === person.id)).toMatchObject([
      { action: 'user.disabled', before: { disabled: false }, after: { disabled: true }, reason: 'Spam' },
      { action: 'user.role-assigned', before: { role: 'user' }, after: { role: 'moderator' }, reason: null },
    ]);
    await expect(assign(randomUUID(), 'moderator')).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('A12: ends the sessions of a user who is disabled, and brings none back when enabled again', async () => {
    const { person, items } = somePerson();
    await store({ person, items });
    const registry = createSessionRegistry(db.table, { limit: 3 });
    const time = Date.parse(now());
    const signIn = { id: randomUUID(), authenticatedAt: Math.floor(time / 1000), assurance: 'aal1' as const };
    const sessionsNow = async () => activeSessions(await registry.read(person.id), time).map(({ id }) => id);
    await registry.admit(person.id, signIn, { label: 'Firefox on Linux' }, time);
    expect(await sessionsNow()).toEqual([signIn.id]);
    await disable(person.id);
    expect(await sessionsNow()).toEqual([]);
    await people.changeRights(person.id, () => ({ disabled: false }), { ...act, action: 'user.enabled' }, now);
    await registry.admit(person.id, signIn, { label: 'Firefox on Linux' }, time);
    expect(await sessionsNow()).toEqual([]);
  });

  it('A12: keeps the last administrator; a disabled one does not count', async () => {
    await expect(assign(root.person.id, 'user')).rejects.toMatchObject({ code: 'last_admin' });
    await expect(disable(root.person.id)).rejects.toMatchObject({ code: 'last_admin' });
    const second = somePerson();
    await store(second);
    await assign(second.person.id, 'admin');
    await disable(second.person.id);
    await expect(assign(root.person.id, 'moderator')).rejects.toMatchObject({ code: 'last_admin' });
    // A disabled administrator may lose the role, because it no longer counted.
    await assign(second.person.id, 'user');
    expect(await createRightsRepository(db.table).countAdmins()).toBe(1);
  });

  it('A12: denies a change by a former administrator, even with outdated rights', async () => {
    const former = somePerson({ role: 'user' });
    const target = somePerson();
    await store(former, target);
    const stale: PeopleAct = { ...act, actor: { userId: former.person.id, role: 'admin' } };
    await expect(assign(target.person.id, 'admin', stale)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(assign(former.person.id, 'admin', stale)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await people.get(target.person.id)).toMatchObject({ role: 'user' });
  });

  it('A3: does not make a disabled user an administrator', async () => {
    const disabledUser = somePerson({ disabled: true });
    await store(disabledUser);
    await expect(
      createRightsRepository(db.table).grantAdmin(disabledUser.person.id, { another: true }),
    ).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });
});
