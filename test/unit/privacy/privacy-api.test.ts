import { privacyRoutes } from '../../../lambdas/api/privacy/routes.ts';
import type { Purpose } from '../../../lambdas/contract/people/consent.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { Decision } from '../../../lambdas/domain/privacy/decision.ts';
import { currentNotice } from '../../../lambdas/domain/privacy/notice.ts';
import { releasedNotices } from '../../../lambdas/domain/privacy/released-notices.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { accessClaims, call, PERSON, type TestCall } from '../../support/http.ts';
import { someDecision } from '../../support/rows/privacy-rows.ts';

const NOW = Date.parse('2026-03-04T05:06:07.000Z');

const setUp = (consent?: readonly Purpose[], waitMs?: number) => {
  const forgotten: string[] = [];
  const recorded: { readonly userId: string; readonly decision: Decision; readonly now: number }[] = [];
  const handler = httpFunction(
    privacyRoutes({
      consents: {
        list: async () => ({ items: [], next_cursor: null }),
        record: async (userId, decision, now) => {
          recorded.push({ userId, decision, now });
          return { ...decision, user_id: userId, id: 'id', recorded_at: new Date(now).toISOString() };
        },
      },
      counters: { take: async () => waitMs },
      sessions: {
        forgetPlaces: async (userId) => {
          forgotten.push(userId);
          return true;
        },
      },
      now: () => NOW,
    }),
    {
      rights: { read: async () => ({ user_id: PERSON, role: 'user', plan: 'free', disabled: false, consent }) },
      logger: silentLogger,
    },
  );
  const send = (request: TestCall) => call(handler, { claims: accessClaims(), ...request });
  const record = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    send({ routeKey: 'POST /api/rpc/record_privacy_consent', body, headers });
  return { send, record, recorded, forgotten };
};

describe('record_privacy_consent', () => {
  it("stores the caller's decision with the server's time and the hash of the text", async () => {
    const { record, recorded } = setUp();
    expect(await record({ ...someDecision, p_behavioral: false })).toMatchObject({
      status: 200,
      body: { user_id: PERSON, essential: true, analytics: true, behavioral: false, marketing: true, functional: true },
    });
    expect(recorded).toEqual([
      {
        userId: PERSON,
        now: NOW,
        decision: {
          event: 'recorded',
          purposes: ['analytics', 'marketing', 'functional'],
          global_privacy_control: false,
          notice_version: currentNotice.version,
          notice_language: 'en',
          notice_hash: currentNotice.hash,
        },
      },
    ]);
  });

  it.each([
    ['without essential', { ...someDecision, p_essential: false }],
    ['for another user', { ...someDecision, p_user_id: '99999999-2222-4333-8444-555555555555' }],
    ['of a field that does not exist', { ...someDecision, p_profiling: true }],
    ['with a time', { ...someDecision, recorded_at: '2020-01-01T00:00:00.000Z' }],
    ['with text for a flag', { ...someDecision, p_analytics: 'true' }],
    ['without a flag', { ...someDecision, p_marketing: undefined }],
    ['without the hash', { ...someDecision, notice_hash: undefined }],
  ])('rejects a decision %s', async (_name, body) => {
    const { record, recorded } = setUp();
    expect(await record(body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(recorded).toEqual([]);
  });

  it('rejects a decision about another text', async () => {
    const { record, recorded } = setUp();
    expect(await record({ ...someDecision, notice_hash: '0'.repeat(64) })).toMatchObject({
      status: 409,
      body: { code: 'notice_changed' },
    });
    expect(recorded).toEqual([]);
  });

  it('keeps marketing off while the browser sends Global Privacy Control', async () => {
    const { record, recorded } = setUp();
    expect(await record(someDecision, { 'sec-gpc': '1' })).toMatchObject({
      body: { analytics: true, marketing: false },
    });
    expect(recorded[0]?.decision).toMatchObject({ global_privacy_control: true });
    // Any other value is not the signal.
    expect(await record(someDecision, { 'sec-gpc': '0' })).toMatchObject({ body: { marketing: true } });
  });

  it('is limited', async () => {
    const { record, recorded } = setUp(undefined, 5000);
    expect((await record(someDecision)).status).toBe(429);
    expect(recorded).toEqual([]);
  });
});

describe('the places of sessions', () => {
  it('are removed by every decision that does not allow them', async () => {
    const kept = setUp();
    await kept.record(someDecision);
    expect(kept.forgotten).toEqual([]);
    for (const without of [{ p_analytics: false }, { p_functional: false }]) {
      const { record, forgotten } = setUp();
      await record({ ...someDecision, ...without });
      expect(forgotten).toEqual([PERSON]);
    }
    const { send, forgotten } = setUp(['analytics', 'functional']);
    await send({ routeKey: 'POST /api/privacy/withdraw-consent' });
    expect(forgotten).toEqual([PERSON]);
  });
});

describe('consent', () => {
  it('is null before a decision, and the five flags after', async () => {
    const read = { routeKey: 'GET /api/privacy/consent' };
    expect(await setUp().send(read)).toMatchObject({ status: 200, body: { consent: null, notice: currentNotice } });
    expect(await setUp(['analytics']).send(read)).toMatchObject({
      body: { consent: { essential: true, analytics: true, behavioral: false, marketing: false, functional: false } },
    });
  });

  it('is withdrawn for everything but what is essential', async () => {
    const { send, recorded } = setUp(['analytics', 'marketing']);
    expect(await send({ routeKey: 'POST /api/privacy/withdraw-consent' })).toMatchObject({
      status: 200,
      body: { essential: true, analytics: false, behavioral: false, marketing: false, functional: false },
    });
    expect(recorded[0]?.decision).toMatchObject({ event: 'withdrawn', purposes: [], notice_hash: null });
  });
});

it('returns every released text by its hash, and no other', async () => {
  const read = (hash: string) => setUp().send({ routeKey: 'GET /api/privacy/notices/{hash}', params: { hash } });
  for (const notice of releasedNotices) expect(await read(notice.hash)).toMatchObject({ status: 200, body: notice });
  expect((await read('0'.repeat(64))).problem.code).toBe('not_found');
  expect((await read('x')).problem.code).toBe('validation_failed');
});
