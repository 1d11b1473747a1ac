import { unzipSync } from 'fflate';
import { ulid } from 'ulid';
import { changeHold, eraseFor, exportFor, readErased, type RequestTools } from '../../../bin/data-requests/for-user.ts';
import { OPERATOR } from '../../../lambdas/domain/audit/act.ts';
import { isExported } from '../../../lambdas/data/entities.ts';
import { createRightsRepository } from '../../../lambdas/data/people/rights-repository.ts';
import { createDataRequestRepository } from '../../../lambdas/data/privacy/data-request-repository.ts';
import { createLegalHoldRepository } from '../../../lambdas/data/privacy/legal-hold-repository.ts';
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
    holds: createLegalHoldRepository(db.table),
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
    expect(Date.parse(starts ?? '')).toBe(NOW + WITHDRAW_MS);
    expect(await rightsOf(person)).toMatchObject({ disabled: true, erasing: true });
    const [request] = await tools.requests.listOwn(person.id);
    expect(published).toEqual([
      ['DataRequested.v1', { userId: person.id, requestId: request?.id, requestType: 'erasure' }],
    ]);
    await expect(eraseFor(tools, person.id)).rejects.toThrow(/is disabled/);
  });

  it('sets and releases a legal hold, for which an erasure waits', async () => {
    const { person, tools, published } = await setUp();
    const reason = 'Lawsuit 7';
    await expect(changeHold(tools, person.id, { action: 'release', reason })).rejects.toThrow(/No legal hold/);
    expect(await changeHold(tools, person.id, { action: 'hold', reason })).toBe(0);
    await expect(changeHold(tools, person.id, { action: 'hold', reason })).rejects.toThrow(/applies already/);
    expect(await eraseFor(tools, person.id)).toBeUndefined();
    expect(await changeHold(tools, person.id, { action: 'release', reason })).toBe(1);
    expect(published.map((event) => (event as readonly unknown[])[0])).toEqual([
      'LegalHoldChanged.v1',
      'DataRequested.v1',
      'LegalHoldChanged.v1',
      'DataRequested.v1',
    ]);
    expect(await auditOf(person)).toEqual(['user.erasure-requested', 'user.hold-released', 'user.hold-set']);
  });

  it('reads a list of erased users whole or not at all', () => {
    const [one, other] = [newStoredPerson().id, newStoredPerson().id];
    expect(readErased(`${one}\n${other}\n`)).toEqual([one, other]);
    expect(() => readErased(`${one}\nno id\n`)).toThrow('Line 2');
  });
});
