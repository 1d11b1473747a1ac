import { unzipSync } from 'fflate';
import { ulid } from 'ulid';
import { eraseFor, exportFor, holdFor, readErased, type RequestTools } from '../../../bin/data-requests/for-user.ts';
import { OPERATOR } from '../../../lambdas/domain/audit/act.ts';
import { isExported } from '../../../lambdas/data/entities.ts';
import { createRightsRepository, rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { createDataRequestRepository } from '../../../lambdas/data/privacy/data-request-repository.ts';
import { personItems } from '../../../lambdas/data/privacy/person-items.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { newRequest, toDataRequest, WITHDRAW_MS } from '../../../lambdas/domain/privacy/data-request.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { itemsOfPerson, newStoredPerson, type StoredPerson } from '../../support/privacy/stored-person.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

const setUp = async (): Promise<{ person: StoredPerson; tools: RequestTools; published: unknown[] }> => {
  const person = newStoredPerson();
  for (const item of itemsOfPerson(person)) if (item['type'] !== 'OPEN_EXPORT') await db.table.put(item);
  const published: unknown[] = [];
  const tools: RequestTools = {
    requests: createDataRequestRepository(db.table, silentLogger),
    itemsOf: (userId) => personItems(db.table, { userId, email: '' }, isExported),
    account: { find: async () => ({ email: person.email, status: 'CONFIRMED' }) },
    events: { publish: async (type, detail) => void published.push([type, detail]) },
    newId: () => `req_${ulid()}`,
    now: () => NOW,
  };
  return { person, tools, published };
};
/** The entries of the audit log about a person: what an operator did. */
const auditOf = async ({ id }: StoredPerson) => {
  const entries = await db.table.queryAll({ partition: 'AUDIT#2026-11', limit: 100, descending: false });
  const own = entries.filter((item) => item['target_id'] === id);
  for (const item of own) expect(item).toMatchObject({ actor_id: OPERATOR.userId, request_id: 'npm run data-request' });
  return own.map((item) => String(item['action'])).sort();
};
const rightsOf = ({ id }: StoredPerson) => createRightsRepository(db.table).read(id, { consistent: true });

describe('an operator, for a user who cannot use the profile', () => {
  it('exports everything and records it, without a download in the profile', async () => {
    const { person, tools } = await setUp();
    const files = unzipSync(await exportFor(tools, person.id));
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(JSON.parse(text('profile.json'))).toMatchObject([{ email: person.email }]);
    expect(JSON.parse(text('sign-in.json'))).toMatchObject([{ email: person.email }]);
    expect(Object.keys(files)).toContain('manifest.json');
    const [request] = await tools.requests.listOwn(person.id);
    expect(request && toDataRequest(request)).toMatchObject({ status: 'completed', expires_at: null, size: null });
    expect(request).toMatchObject({ asked_by: 'operator' });
    expect(await auditOf(person)).toEqual(['user.data-exported']);
    expect(await tools.requests.openExport(person.id)).toBeUndefined();
  });

  it('leaves an export alone that the user asked for', async () => {
    const { person, tools } = await setUp();
    const own = await tools.requests.askExport(newRequest(`req_${ulid()}`, person.id, 'export', NOW));
    await exportFor(tools, person.id);
    expect(await tools.requests.openExport(person.id)).toMatchObject({ id: own.id, status: 'pending' });
    expect(await auditOf(person)).toEqual(['user.data-exported']);
  });

  it('asks for an erasure as the user does: with a day and a link to withdraw it', async () => {
    const { person, tools, published } = await setUp();
    const starts = await eraseFor(tools, person.id);
    expect(Date.parse(starts)).toBe(NOW + WITHDRAW_MS);
    expect(await rightsOf(person)).toMatchObject({ disabled: true, erasing: true });
    const [request] = await tools.requests.listOwn(person.id);
    expect(published).toEqual([
      ['DataRequested.v1', { userId: person.id, requestId: request?.id, requestType: 'erasure' }],
    ]);
    await expect(eraseFor(tools, person.id)).rejects.toThrow(/is disabled/);
  });

  it('keeps data that must not be erased, and the account disabled', async () => {
    const { person, tools } = await setUp();
    await expect(holdFor(tools, person.id)).rejects.toThrow(/No erasure/);
    const starts = await eraseFor(tools, person.id);
    await holdFor(tools, person.id);
    expect(await rightsOf(person)).toMatchObject({ disabled: true });
    expect((await rightsOf(person))?.erasing).toBeUndefined();
    expect(await tools.requests.listDue(starts, 10)).not.toContainEqual(expect.objectContaining({ userId: person.id }));
    await expect(eraseFor(tools, person.id)).rejects.toThrow(/legal hold/);
    expect(await auditOf(person)).toEqual(['user.erasure-requested', 'user.erasure-stopped']);
  });

  it('reads a list of erased users whole or not at all', () => {
    const [one, other] = [newStoredPerson().id, newStoredPerson().id];
    expect(readErased(`${one}\n${other}\n`)).toEqual([one, other]);
    expect(() => readErased(`${one}\nno id\n`)).toThrow('Line 2');
  });

  it('counts an administrator out once, also for a hold', async () => {
    const [{ person, tools }, other] = [await setUp(), await setUp()];
    const rights = createRightsRepository(db.table);
    for (const { id } of [person, other.person]) {
      await db.table.update(rightsEntity.key({ user_id: id }), { set: { role: 'user' } });
      await rights.grantAdmin(id, { another: true });
    }
    const before = await rights.countAdmins();
    await eraseFor(tools, person.id);
    await holdFor(tools, person.id);
    expect(await rights.countAdmins()).toBe(before - 1);
  });
});
