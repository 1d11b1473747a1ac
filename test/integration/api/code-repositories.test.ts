import { randomUUID } from 'node:crypto';
import { createRateCounters } from '../../../lambdas/data/people/rate-counter-repository.ts';
import {
  createCodeRequestRepository,
  type CodeRequestRepository,
} from '../../../lambdas/data/people/code-request-repository.ts';
import { CODE_TRIES, type CodeRequest } from '../../../lambdas/domain/accounts/code-request.ts';
import { mailsPerAddress, visitorCalls, type RateCounters } from '../../../lambdas/domain/limits/rate-limit.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

let db: TestTable;
let counters: RateCounters;
let requests: CodeRequestRepository;
beforeAll(async () => {
  db = await startTestTable();
  counters = createRateCounters(db.table);
  requests = createCodeRequestRepository(db.table);
});
afterAll(() => db.stop());

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('G1: a counter', () => {
  it('admits exactly its limit of concurrent calls', async () => {
    const subject = randomUUID();
    const waits = await Promise.all(Array.from({ length: 120 }, () => counters.take(visitorCalls, subject, NOW)));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(visitorCalls.limit);
    expect(new Set(waits.filter((wait) => wait !== undefined))).toEqual(new Set([visitorCalls.windowMs]));
  });

  it('reopens when its window ends, and counts each subject and rule separately', async () => {
    const [subject, other] = [randomUUID(), randomUUID()];
    const take = (at: number, whose = subject) => counters.take(mailsPerAddress, whose, NOW + at);
    expect([await take(0), await take(1000), await take(299_000), await take(299_500), await take(299_999)]).toEqual([
      undefined,
      undefined,
      undefined,
      500,
      1,
    ]);
    expect([await take(299_999, other), await counters.take(visitorCalls, subject, NOW)]).toEqual([
      undefined,
      undefined,
    ]);
    expect([await take(300_000), await take(300_001)]).toEqual([undefined, undefined]);
  });

  it('costs one write, the first call two, and expires', async () => {
    const subject = randomUUID();
    const take = () => db.measure(() => counters.take(mailsPerAddress, subject, NOW));
    // The failed update that precedes the first write is not counted here.
    expect(await take()).toMatchObject({ calls: ['PutItem'], units: 1 });
    expect(await take()).toMatchObject({ calls: ['UpdateItem'], units: 1 });
    const item = await db.table.get({ pk: `RATE#MAILS_TO_ADDRESS#${subject}`, sk: 'WINDOW' });
    expect(item).toMatchObject({ expires_at: NOW / 1000 + 300 + 60 });
  });
});

describe('a request for a code', () => {
  const someRequest = (fields: Partial<CodeRequest> = {}): CodeRequest => ({
    purpose: 'sign-up',
    subject: randomUUID(),
    request_id: randomUUID(),
    email: 'a@example.org',
    valid_until: NOW + 600_000,
    tries: 0,
    ...fields,
  });

  it('G2 to G5: is replaced by the next request, and late steps of the first change nothing', async () => {
    const first = someRequest();
    const second = { ...first, request_id: randomUUID() };
    expect((await db.measure(() => requests.create(first))).units).toBe(1);
    await requests.create(second);
    expect(await requests.giveCode(first, randomUUID(), 'hash')).toBe(false);
    expect(await requests.markMailed(first)).toBe(false);
    expect(await requests.get(first)).toEqual(second);
    const person = randomUUID();
    expect([await requests.giveCode(second, person, 'hash'), await requests.markMailed(second)]).toEqual([true, true]);
    expect(await requests.get(first)).toEqual({
      ...second,
      user_id: person,
      code_hash: 'hash',
      mailed: true,
    });
  });

  it('G6: allows five guesses, also concurrently, and none after it expires', async () => {
    const request = someRequest();
    await requests.create(request);
    const tries = await Promise.all(Array.from({ length: 12 }, () => requests.countTry(request, NOW)));
    expect(tries.filter(Boolean)).toHaveLength(CODE_TRIES);
    const late = someRequest();
    await requests.create(late);
    expect(await requests.countTry(late, late.valid_until)).toBeUndefined();
    expect(await requests.countTry({ ...late, purpose: 'reset' }, NOW)).toBeUndefined();
  });

  it('is kept for each purpose on its own, and gets a code without an account', async () => {
    const signUp = someRequest();
    const reset = { ...signUp, purpose: 'reset' as const, request_id: randomUUID() };
    await Promise.all([requests.create(signUp), requests.create(reset)]);
    await requests.giveCode(signUp, undefined, 'hash');
    expect(await requests.get(signUp)).toEqual({ ...signUp, code_hash: 'hash' });
    expect(await requests.get(reset)).toEqual(reset);
  });

  it('G7: can be used once', async () => {
    const request = someRequest();
    await requests.create(request);
    const used = await Promise.all(Array.from({ length: 8 }, () => requests.use(request)));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('costs the same to guess at, with or without an account', async () => {
    const [known, unknown] = [someRequest({ user_id: randomUUID(), code_hash: 'a'.repeat(64) }), someRequest()];
    for (const request of [known, unknown]) await requests.create(request);
    // One after the other: what runs at the same time is counted together.
    const { calls: first } = await db.measure(() => requests.countTry(known, NOW));
    const { calls: second } = await db.measure(() => requests.countTry(unknown, NOW));
    expect(first).toEqual(second);
  });
});
