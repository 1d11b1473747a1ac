import * as z from 'zod/mini';
import { endpoint, STEP_UP, type Endpoint } from '../../../lambdas/contract/endpoint.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import type { Rights } from '../../../lambdas/domain/accounts/actor.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { route } from '../../../lambdas/http/route.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { accessClaims, call } from '../../support/http.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const base = { responses: { 200: z.object({}) }, errors: [], summary: '' } as const;
const dangerous = endpoint({ ...base, method: 'POST', path: '/api/dangerous', auth: 'user', ...STEP_UP });
const staffs = endpoint({ ...base, method: 'GET', path: '/api/staffs', auth: 'moderator' });
const plain = endpoint({ ...base, method: 'GET', path: '/api/plain', auth: 'user' });

let runs = 0;
const open = (rights: Partial<Rights>, adminsNeedFactor = false) =>
  httpFunction(
    [dangerous, staffs, plain].map((one: Endpoint) =>
      route(one, async () => {
        runs += 1;
        return { status: 200, body: {} };
      }),
    ),
    {
      rights: {
        read: async (userId) => ({ user_id: userId, role: 'user', plan: 'free', disabled: false, ...rights }),
      },
      adminsNeedFactor,
      logger: createLogger('error', {}, () => undefined),
      now: () => NOW,
    },
  );
/** Claims of a sign-in, as the gateway hands them on. */
const claims = (ageSeconds: number, amr: string | null = '[pwd]') => ({
  ...accessClaims(),
  auth_time: String(NOW / 1000 - ageSeconds),
  ...(amr === null ? {} : { amr }),
});

beforeEach(() => {
  runs = 0;
});

describe('an endpoint that asks for a fresh factor', () => {
  it.each([
    ['a fresh password without a factor', {}, claims(10), 200],
    ['an old password', {}, claims(3600), 401],
    ['a fresh password of a user with a factor', { second_factor: true }, claims(10), 401],
    ['a fresh code', { second_factor: true }, claims(10, '[pwd otp mfa]'), 200],
    ['an old code', { second_factor: true }, claims(3600, '[pwd otp mfa]'), 401],
    ['a fresh passkey', { second_factor: true }, claims(10, '[hwk]'), 200],
    ['a fresh passkey that was added past us', {}, claims(10, '[hwk]'), 401],
    ['a fresh sign-in of a user pool without the claim', { second_factor: true }, claims(10, null), 200],
    ['an old sign-in of a user pool without the claim', { second_factor: true }, claims(3600, null), 401],
  ])('%s', async (_, rights, given, status) => {
    const response = await call(open(rights), { routeKey: 'POST /api/dangerous', claims: given });
    expect([response.status, runs]).toEqual([status, status === 200 ? 1 : 0]);
    const header = response.headers['www-authenticate'];
    expect(header === undefined).toBe(status === 200);
  });

  it('says which sign-in it wants', async () => {
    const response = await call(open({ second_factor: true }), {
      routeKey: 'POST /api/dangerous',
      claims: claims(3600),
    });
    expect(response.problem).toMatchObject({ code: 'insufficient_authentication', status: 401 });
    expect(response.headers['www-authenticate']).toMatch(/acr_values="aal2", max_age="900"$/);
  });
});

describe('a stage that requires a factor of staff', () => {
  const get = (path: string, rights: Partial<Rights>, given: ReturnType<typeof claims>) =>
    call(open({ role: 'moderator', ...rights }, true), { routeKey: `GET ${path}`, claims: given });

  it('denies staff without one, and asks the others for it, at any age', async () => {
    const none = await get('/api/staffs', {}, claims(10));
    expect(none.problem).toMatchObject({ code: 'factor_required', status: 403 });
    expect((await get('/api/staffs', { second_factor: true }, claims(10))).status).toBe(401);
    expect((await get('/api/staffs', { second_factor: true }, claims(36_000, '[pwd otp mfa]'))).status).toBe(200);
    expect((await get('/api/plain', {}, claims(36_000))).status).toBe(200);
  });
});

/** Why a call of an administrator that changes something needs no fresh factor: in general, it can be undone. */
const HARMLESS: Readonly<Record<string, string>> = {
  'analysis.correct-analysis': 'The analysis can run again.',
  'analysis.run-analysis': 'The budget limits what it costs.',
  'bulk.preview-job': 'Changes nothing.',
  'catalog.create-category': 'Can be deleted.',
  'catalog.create-creator': 'Can be deleted.',
  'catalog.delete-category': 'Titles stay; the category can be created again.',
  'catalog.delete-creator': 'Has no content; can be created again.',
  'catalog.rename-category': 'Can be renamed back.',
  'catalog.update-creator': 'Can be changed back.',
  'content.create-content': 'Can be deleted.',
  'content.put-captions': 'Captions can be uploaded or made again.',
  'content.remove-captions': 'Captions can be uploaded or made again.',
  'conversion.aws-conversion-v3': 'A conversion can run again.',
  'conversion.cancel': 'A conversion can run again.',
  'conversion.run-step': 'A conversion can run again.',
  'credentials.send-password-reset': "The code is sent to the account's own address.",
  'delivery-monitor.ai-cdn-optimizer': 'It changes nothing.',
  'delivery-monitor.cdn-health-monitor': 'It changes nothing.',
  'delivery-monitor.check-cdn-status': 'It changes nothing.',
  'delivery-tools.apply-cdn-fallback': 'It sets the fields to what a conversion made.',
  'delivery-tools.configure-s3-cors-v2': 'It can only put back what the template declares.',
  'delivery-tools.diagnose-s3-access': 'It changes nothing.',
  'delivery-tools.fix-s3-public-access': 'It can only close buckets.',
  'delivery-tools.intelligent-cors-manager': 'It can only put back what the template declares.',
  'delivery-tools.migrate-to-permanent-cdn': 'It restarts conversions, at most ten in a call.',
  'delivery-tools.reset-cdn': 'Playback continues, and the setup step sets the fields again.',
  'delivery-tools.setup-cdn-for-existing': 'It changes nothing.',
  'delivery-tools.setup-cloudfront': 'It records the result of a check.',
  'delivery-tools.setup-cloudfront-enterprise': 'It changes nothing.',
  'delivery-tools.test-aws-connection': 'It changes nothing.',
  'moderation.dismiss-reports': 'The playlist stays and can be hidden.',
  'moderation.hide-playlist': 'Can be shown again.',
  'moderation.show-playlist': 'Can be hidden again.',
  'phases.reset-simulation': 'The figures are invented.',
  'phases.run-checks': 'Changes nothing, and a rate limit applies.',
  'phases.simulate-progress': 'The figures are invented, and count for nothing.',
  'phases.update-phase': 'A phase only ends by what asks for a fresh factor.',
  'retention.cleanup-expired-data': 'Removes what the schedule removes anyway.',
  'safety.preview-policy': 'Changes nothing.',
  'security.acknowledge-alert': 'The alert and its events stay, and the audit log says who did.',
  'security.input-validator': 'Changes nothing.',
  'security.label-alert': 'Can be labeled again.',
  'transcripts.choose-transcript': 'Earlier versions can be restored.',
  'transcripts.join-segments': 'Earlier versions can be restored.',
  'transcripts.put-script': 'The script can be entered again.',
  'transcripts.remove-script': 'The script can be entered again.',
  'transcripts.restore-version': 'Earlier versions can be restored.',
  'transcripts.split-segment': 'Earlier versions can be restored.',
  'transcripts.update-segment': 'Earlier versions can be restored.',
  'uploads.s3-upload-url': 'Not harmless, but an upload takes longer than a sign-in is fresh; each is recorded.',
};

it('every change by an administrator asks for a fresh factor, unless it is harmless', () => {
  const unguarded = Object.entries<Endpoint>(endpoints).flatMap(([key, { auth, method, assurance, freshSeconds }]) =>
    auth === 'admin' && method !== 'GET' && (assurance !== STEP_UP.assurance || freshSeconds !== STEP_UP.freshSeconds)
      ? [key]
      : [],
  );
  expect(unguarded.sort()).toEqual(Object.keys(HARMLESS));
});

/** Acts of users that a thief of an unlocked device must not be able to do, by the name of what they change. */
const DANGEROUS = {
  factors: [
    'factors.start-totp',
    'factors.start-phone',
    'factors.start-passkey',
    'factors.remove-factor',
    'factors.create-recovery-codes',
  ],
  data: ['data-requests.create-request', 'data-requests.get-download'],
  tokens: ['tokens.create-token', 'tokens.revoke-user-token'],
  address: ['credentials.request-email-change'],
} as const;

it.each(Object.entries(DANGEROUS))('what changes %s asks for a fresh factor', (_, keys) => {
  for (const key of keys) expect([key, endpoints[key]]).toEqual([key, expect.objectContaining(STEP_UP)]);
});

it.each(['factors.verify-totp', 'factors.verify-phone', 'factors.verify-passkey'] as const)(
  '%s asks for a fresh sign-in',
  (key) => expect(endpoints[key]).toMatchObject({ freshSeconds: STEP_UP.freshSeconds }),
);
