import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import {
  createSignInAttemptRepository,
  signInAttemptsEntity,
  type SignInAttemptRepository,
} from '../../../lambdas/data/sessions/sign-in-attempt-repository.ts';
import { ATTEMPT_MS, ATTEMPTS_MAX, dueOf, overdue } from '../../../lambdas/domain/sessions/sign-in-attempt.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const START = Date.parse('2026-11-28T12:00:00.000Z');

let db: TestTable;
let attempts: SignInAttemptRepository;
beforeAll(async () => {
  db = await startTestTable();
  attempts = createSignInAttemptRepository(db.table);
});
afterAll(() => db.stop());

const someone = (): string => `user:${randomUUID()}`;
const stored = async (subject: string) => {
  const item = await db.table.get(signInAttemptsEntity.key({ subject }), { consistent: true });
  return item && signInAttemptsEntity.parse(item);
};
const dueAt = async (now: number, subject: string) =>
  (await attempts.listDue(now, 100, () => undefined)).filter((one) => one.subject === subject);

it('SE16 to SE19: a completed sign-in leaves nothing, and the others stay until they are recorded', async () => {
  const subject = someone();
  const times = [0, 1, 2, 3, 4].map((minute) => ulid(START + minute * 60_000));
  const begin = await db.measure(() => attempts.begin(subject, times[0] ?? ''));
  const complete = await db.measure(() => attempts.complete(subject));
  expect([begin.calls, complete.calls]).toEqual([
    // After an update whose condition failed, which is not measured.
    ['PutItem'],
    ['GetItem', 'DeleteItem'],
  ]);
  expect(await stored(subject)).toBeUndefined();

  // Of five, the third and the fifth are completed.
  for (const [index, attempt] of times.entries()) {
    await attempts.begin(subject, attempt);
    if (index === 2 || index === 4) await attempts.complete(subject);
  }
  const left = [times[0], times[1], times[3]];
  expect([...((await stored(subject))?.attempts ?? [])].sort()).toEqual(left);
  // Later attempts do not postpone when the first is due.
  expect(await dueAt(START + ATTEMPT_MS - 1, subject)).toEqual([]);
  const now = START + ATTEMPT_MS + 60_000;
  const [due] = await dueAt(now, subject);
  if (!due) throw new Error('Nothing is due');
  const recorded = overdue(due, now);
  expect(recorded).toEqual([times[0], times[1]]);
  await attempts.settle(due, recorded);
  expect(await stored(subject)).toEqual({ subject, attempts: new Set([times[3]]), due: dueOf(times[3] ?? '') });
  expect(await dueAt(now, subject)).toEqual([]);
  const [last] = await dueAt(now + 10 * 60_000, subject);
  if (!last) throw new Error('Nothing is due');
  await attempts.settle(last, [times[3] ?? '']);
  expect(await stored(subject)).toBeUndefined();
});

it('loses no attempt of many at once, and remembers only so many', async () => {
  const subject = someone();
  const all = Array.from({ length: ATTEMPTS_MAX + 5 }, (_, index) => ulid(START + index));
  await Promise.all(all.slice(0, 20).map((attempt) => attempts.begin(subject, attempt)));
  expect((await stored(subject))?.attempts?.size).toBe(20);
  await Promise.all(Array.from({ length: 12 }, () => attempts.complete(subject)));
  expect((await stored(subject))?.attempts?.size).toBe(8);
  for (const attempt of all) await attempts.begin(subject, attempt);
  expect((await stored(subject))?.attempts?.size).toBe(ATTEMPTS_MAX);
});

it('keeps an attempt that begins while earlier ones are recorded', async () => {
  const subject = someone();
  const [early, late] = [ulid(START), ulid(START + ATTEMPT_MS)];
  await attempts.begin(subject, early);
  const [due] = await dueAt(START + ATTEMPT_MS, subject);
  if (!due) throw new Error('Nothing is due');
  await attempts.begin(subject, late);
  await attempts.settle(due, [early]);
  expect(await stored(subject)).toEqual({ subject, attempts: new Set([late]), due: dueOf(late) });
});
