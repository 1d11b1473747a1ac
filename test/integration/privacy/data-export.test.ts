import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { ulid } from 'ulid';
import { retentionMs } from '../../../lambdas/contract/retention.ts';
import { entities, isExported } from '../../../lambdas/data/entities.ts';
import {
  createDataRequestRepository,
  type DataRequestRepository,
} from '../../../lambdas/data/privacy/data-request-repository.ts';
import { personItems } from '../../../lambdas/data/privacy/person-items.ts';
import type { StoredKind } from '../../../lambdas/data/table/entity.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { listDefinitions } from '../../../lambdas/domain/privacy/definitions.ts';
import { newRequest, toDataRequest, type StoredRequest } from '../../../lambdas/domain/privacy/data-request.ts';
import { makeExport } from '../../../lambdas/workers/privacy-export/make-export.ts';
import type { MakeExportDeps } from '../../../lambdas/workers/privacy-export/deps.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { itemsOfPerson, newStoredPerson, type StoredPerson } from '../../support/privacy/stored-person.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');

let db: TestTable;
let requests: DataRequestRepository;
beforeAll(async () => {
  db = await startTestTable();
  requests = createDataRequestRepository(db.table, silentLogger);
});
afterAll(() => db.stop());

const exported = Object.values<StoredKind>(entities).filter(isExported);

const setUp = async (person: StoredPerson = newStoredPerson()) => {
  for (const item of itemsOfPerson(person)) if (item['type'] !== 'OPEN_EXPORT') await db.table.put(item);
  const files = new Map<string, Uint8Array>();
  const mails: string[] = [];
  const deps: MakeExportDeps = {
    requests,
    itemsOf: (userId) => personItems(db.table, { userId, email: '' }, isExported),
    account: { find: async () => ({ email: person.email, status: 'CONFIRMED' }) },
    files: { write: async (key, file) => void files.set(key, file) },
    mailer: { send: async (to) => void mails.push(to) },
    siteUrl: async () => 'https://soundstage.example',
    logger: silentLogger,
    now: () => NOW,
  };
  const ask = (): Promise<StoredRequest> => requests.askExport(newRequest(`req_${ulid()}`, person.id, 'export', NOW));
  const make = ({ id }: StoredRequest) => makeExport(deps, { userId: person.id, requestId: id, requestType: 'export' });
  return { person, deps, files, mails, ask, make };
};

const textOf = (file: Uint8Array | undefined): string => new TextDecoder().decode(file);

describe('an export', () => {
  it('contains every kind of item, with a definition for every field, and nothing of others', async () => {
    const other = await setUp();
    const { person, files, mails, ask, make } = await setUp();
    const request = await ask();
    await make(request);
    const [[key, zip] = ['', new Uint8Array()]] = [...files];
    expect(key).toBe(`exports/${person.id}/${request.id}.zip`);
    const parts = unzipSync(zip);
    for (const { type } of exported) {
      const { name = '', fields = {} } = listDefinitions[type] ?? {};
      const records = JSON.parse(textOf(parts[`${name}.json`])) as Record<string, unknown>[];
      // Of its events, one was stored by consent.
      const expected = type === 'SECURITY_EVENT' ? 2 : 1;
      expect({ type, records: records.length }).toEqual({ type, records: expected });
      const undefinedFields = records.flatMap((record) => Object.keys(record)).filter((field) => !(field in fields));
      expect({ type, undefinedFields }).toEqual({ type, undefinedFields: [] });
      expect(textOf(parts[`${name}.csv`]).split('\r\n')).toHaveLength(expected + 2);
    }
    expect(JSON.parse(textOf(parts['sign-in.json']))).toEqual([{ email: person.email, status: 'CONFIRMED' }]);
    const everything = Object.values(parts).map(textOf).join();
    expect(everything).toContain(person.name);
    expect(everything).not.toContain(other.person.id);
    expect(everything).not.toContain(other.person.email);
    expect(mails).toEqual([person.email]);
  });

  it('is offered for seven days, from when it is complete', async () => {
    const { ask, make, person } = await setUp();
    const request = await ask();
    expect(toDataRequest(request)).toMatchObject({ status: 'pending', expires_at: null, size: null });
    await make(request);
    const [stored] = await requests.listOwn(person.id);
    expect(stored && toDataRequest(stored)).toMatchObject({
      status: 'completed',
      expires_at: new Date(NOW + retentionMs('data_exports')).toISOString(),
      size: expect.any(Number),
    });
  });

  it('is the same one for everyone who asks while it is made', async () => {
    const { ask, make } = await setUp();
    const all = await Promise.all(Array.from({ length: 10 }, ask));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    const [first] = all;
    if (first) await make(first);
    expect((await ask()).id).not.toBe(first?.id);
  });

  it('is completed by a later run after one that was aborted, and made once by concurrent ones', async () => {
    const { deps, ask, make, mails, person } = await setUp();
    const request = await ask();
    const failing = { ...deps, files: { write: () => Promise.reject(new Error('killed')) } };
    const event = { userId: person.id, requestId: request.id, requestType: 'export' as const };
    await expect(makeExport(failing, event)).rejects.toThrow('killed');
    expect((await requests.get(person.id, request.id))?.status).toBe('processing');
    await Promise.all([make(request), make(request)]);
    await make(request);
    expect(mails).toHaveLength(1);
    expect((await requests.get(person.id, request.id))?.status).toBe('completed');
  });

  it('ignores events of requests that do not exist', async () => {
    const { make, files } = await setUp();
    await make(newRequest(`req_${ulid()}`, randomUUID(), 'export', NOW));
    expect(files.size).toBe(0);
  });
});
