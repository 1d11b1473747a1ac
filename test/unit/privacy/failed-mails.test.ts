import { randomUUID } from 'node:crypto';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import {
  newRequest,
  toRequestDetails,
  WITHDRAW_MS,
  type StoredRequest,
} from '../../../lambdas/domain/privacy/data-request.ts';
import { runDue } from '../../../lambdas/workers/privacy-erase/run-due.ts';
import type { EraseDeps } from '../../../lambdas/workers/privacy-erase/deps.ts';
import { makeExport } from '../../../lambdas/workers/privacy-export/make-export.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const HOUR = 3_600_000;
const PERSON = randomUUID();
const EMAIL = 'ada@example.org';

/** One stored request, replaced as long as its status is the expected one. */
const storeOf = (first: StoredRequest) => {
  let stored = first;
  const replace = async (before: StoredRequest, after: StoredRequest): Promise<boolean> => {
    if (before.status !== stored.status) return false;
    stored = after;
    return true;
  };
  return { get: async () => stored, save: replace, completeExport: replace, stored: () => stored };
};

/** A mailer that SES rejects until it is switched. */
const rejected = () => {
  const mails: string[] = [];
  let isRejecting = true;
  return {
    mails,
    accept: () => void (isRejecting = false),
    send: async (to: string) => {
      if (isRejecting) throw new Error('SES rejected the email: TooManyRequests');
      mails.push(to);
    },
  };
};

describe('a receipt that SES rejects', () => {
  const setUp = () => {
    const state = { step: 'receipt', email: EMAIL, customer_ids: [], receipt: { lines: [], exceptions: [] } } as const;
    const asked = newRequest('req_01', PERSON, 'erasure', NOW - WITHDRAW_MS);
    const requests = storeOf({ ...asked, status: 'processing', erase: state });
    const mailer = rejected();
    let now = NOW;
    const deps = {
      requests: { ...requests, listDue: async () => [{ userId: PERSON, id: 'req_01' }], listOwn: async () => [] },
      mailer,
      logger: silentLogger,
      now: () => now,
    } as unknown as EraseDeps;
    return { run: () => runDue(deps), stored: requests.stored, mailer, pass: (ms: number) => void (now += ms) };
  };

  it('is mailed again, and the request is complete once it was', async () => {
    const { run, stored, mailer, pass } = setUp();
    await expect(run()).rejects.toThrow();
    pass(HOUR);
    await expect(run()).rejects.toThrow();
    expect(stored()).toMatchObject({ status: 'processing', erase: { mail_failed_at: new Date(NOW).toISOString() } });
    mailer.accept();
    await run();
    expect(mailer.mails).toEqual([EMAIL]);
    expect(stored()).toMatchObject({ status: 'completed' });
    expect(stored().receipt_mailed).toBeUndefined();
  });

  it('is given up after a day: the address is forgotten, the receipt stays, and an alarm is raised once', async () => {
    const { run, stored, pass } = setUp();
    await expect(run()).rejects.toThrow();
    pass(24 * HOUR);
    await expect(run()).rejects.toThrow();
    expect(stored()).toMatchObject({ status: 'completed', receipt_mailed: false, receipt: { lines: [] } });
    expect(JSON.stringify(stored())).not.toContain(EMAIL);
    await run();
  });
});

it('mails about an export in a repeated event when SES rejected the email, and only once', async () => {
  const requests = storeOf(newRequest('req_02', PERSON, 'export', NOW));
  const mailer = rejected();
  let files = 0;
  const deps = {
    requests,
    itemsOf: async function* () {},
    account: { find: async () => ({ email: EMAIL, status: 'CONFIRMED' }) },
    files: { write: async () => void (files += 1) },
    mailer,
    siteUrl: async () => 'https://soundstage.example',
    logger: silentLogger,
    now: () => NOW,
  };
  const make = () => makeExport(deps, { userId: PERSON, requestId: 'req_02', requestType: 'export' });
  await expect(make()).rejects.toThrow('SES rejected');
  expect(requests.stored()).toMatchObject({ status: 'completed', mail_due: true });
  expect(toRequestDetails(requests.stored()).failure).toEqual({ at: new Date(NOW).toISOString(), error: 'Error' });
  mailer.accept();
  await make();
  await make();
  expect(mailer.mails).toEqual([EMAIL]);
  expect(files).toBe(1);
  expect(toRequestDetails(requests.stored()).failure).toBeNull();
  // An erasure rejected the export, and its event arrives again.
  const late = storeOf({ ...newRequest('req_02', PERSON, 'export', NOW), status: 'rejected' });
  await makeExport({ ...deps, requests: late }, { userId: PERSON, requestId: 'req_02', requestType: 'export' });
  expect([files, late.stored().status]).toEqual([1, 'rejected']);
});
