import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccounts, demoPassword } from '../../../bin/demo.ts';
import type { AppConfig } from '../../../lambdas/contract/config.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { errorCodeOf } from '../../support/api.ts';
import { waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { sharedStack } from '../../support/stack/shared-stack.ts';
import { openRawHttp, type RawResponse, type RawHttp } from '../../support/attacks/raw-http.ts';
import { startSrp } from '../../support/stack/srp.ts';
import { repositoryRoot } from '../../support/source-tree.ts';
import { newAddress, openCredentialsSite, type CredentialsSite } from './support/credentials-site.ts';

let stack: LocalStack;
let http: RawHttp;
let site: CredentialsSite;
let config: AppConfig;

/** The kinds of addresses that a visitor must not be able to distinguish. All have the same length. */
const KINDS = ['known', 'unknown', 'invited', 'disabled', 'unconfirmed'] as const;
type Kind = (typeof KINDS)[number];
const address = Object.fromEntries(KINDS.map((kind) => [kind, newAddress()])) as Readonly<Record<Kind, string>>;

beforeAll(async () => {
  stack = await sharedStack();
  http = openRawHttp(stack.url);
  site = await openCredentialsSite(stack);
  const { api, admin, session, createAccount } = site;
  ({ config } = session);
  await createAccount(address.known);
  await createAccount(address.disabled);
  const { items } = await api.call('people.list-people', { query: { q: address.disabled } }, admin);
  const id = items[0]?.id ?? '';
  await api.call('people.disable-person', { params: { id }, body: { reason: 'Requested by the test' } }, admin);
  const body = { email: address.invited, password: demoPassword, fullName: '' };
  await api.call('people.admin-create-user', { body }, admin);
  await session.signUp(address.unconfirmed, demoPassword);
  await stack.mailTo(address.unconfirmed);
});
afterAll(async () => {
  http?.close();
  site?.close();
  await stack?.stop();
});

/** Calls an operation of the user pool as a browser does. */
const callPool = (operation: string, input: object): Promise<RawResponse> =>
  http.send(new URL(config.userPoolEndpoint ?? '').pathname, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: config.userPoolClientId, ...input }),
  });

/** Fields whose values are random or specific to the caller: only their length is compared. */
const RANDOM: ReadonlySet<string> = new Set([
  'SRP_B',
  'SALT',
  'SECRET_BLOCK',
  'Session',
  'USER_ID_FOR_SRP',
  'USERNAME',
  'UserSub',
]);

const shapeOf = (value: unknown, name = ''): unknown => {
  // Leading zeros of a number are not written, so one length in sixteen is shorter.
  if (typeof value === 'string')
    return RANDOM.has(name) ? `${name} of ${Math.round(value.length / 32)} × 32 characters` : value;
  if (Array.isArray(value)) return value.map((inner) => shapeOf(inner));
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner, key)]))
    : value;
};

/** Everything a response reveals except its ID, its time and random values. */
const visibleParts = ({ status, headers, text }: Pick<RawResponse, 'status' | 'headers' | 'text'>): unknown => {
  const { date: _date, 'x-amzn-requestid': _id, 'content-length': _length, ...rest } = headers;
  return { status, headers: rest, body: shapeOf(JSON.parse(text === '' ? '{}' : text)) };
};

const signIn = async (username: string, password: string): Promise<readonly RawResponse[]> => {
  const srp = startSrp(config.userPoolId);
  const first = await callPool('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: username, SRP_A: srp.publicHex },
  });
  const { ChallengeParameters = {} } = JSON.parse(first.text) as { ChallengeParameters?: Record<string, string> };
  const second = await callPool('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: srp.response(ChallengeParameters, password),
  });
  return [first, second];
};

/** A wrong code: requests get another one with a probability of one in a hundred million. */
const WRONG_CODE = '00000000';

/** Every open call that takes an address. */
const OPEN_CALLS: Readonly<Record<string, (email: string) => Promise<readonly RawResponse[]>>> = {
  'signing up': async (email) => [await site.api.request('credentials.request-sign-up', { body: { email } })],
  'guessing the code of a sign-up': async (email) => [
    await site.api.request('credentials.confirm-sign-up', {
      body: { email, code: WRONG_CODE, password: demoPassword },
    }),
  ],
  'guessing the code of a sign-up with a weak password': async (email) => [
    await site.api.request('credentials.confirm-sign-up', { body: { email, code: WRONG_CODE, password: 'weak' } }),
  ],
  'requesting a password reset': async (email) => [
    await site.api.request('credentials.request-password-reset', { body: { email } }),
  ],
  'guessing the code of a password reset': async (email) => [
    await site.api.request('credentials.reset-password', { body: { email, code: WRONG_CODE, password: demoPassword } }),
  ],
  'requesting a username': async (email) => [await site.api.request('username.request-code', { body: { email } })],
  'guessing the code of a username': async (email) => [
    await site.api.request('username.get-username', { body: { email, code: WRONG_CODE } }),
  ],
  'guessing a recovery code': async (email) => [
    await site.api.request('factors.redeem-recovery-code', { body: { email, code: 'AAAA-AAAA-AAAA-AAAA' } }),
  ],
  'signing in with a wrong password': (email) => signIn(email, 'Wrong-password-1'),
  "Cognito's sign-up, which is switched off": async (email) => [
    await callPool('SignUp', {
      Username: randomUUID(),
      Password: demoPassword,
      UserAttributes: [{ Name: 'email', Value: email }],
    }),
  ],
  "Cognito's password reset, which is switched off": async (email) => [
    await callPool('ForgotPassword', { Username: email }),
  ],
};

/** The response without its ID and its time. */
const comparable = ({ status, headers, text }: RawResponse): unknown => {
  const { 'apigw-requestid': _id, ...rest } = headers;
  return visibleParts({ status, headers: rest, text: text.replace(/"requestId":"[^"]*"/, '"requestId":""') });
};

describe('an address reveals nothing', () => {
  it.each(Object.entries(OPEN_CALLS))('when %s', async (_what, call) => {
    await site.resetLimits(...Object.values(address));
    const answers = new Map<Kind, unknown>();
    for (const kind of KINDS) answers.set(kind, (await call(address[kind])).map(comparable));
    for (const kind of KINDS) expect([kind, answers.get(kind)]).toEqual([kind, answers.get('unknown')]);
  });

  it('to a signed-in user who wants to change to it', async () => {
    await site.resetLimits(...Object.values(address));
    for (const kind of KINDS) {
      const { token } = await site.accounts.newcomer();
      const request = await site.api.request(
        'credentials.request-email-change',
        { body: { email: address[kind] } },
        token,
      );
      const guess = await site.api.request('credentials.change-email', { body: { code: WRONG_CODE } }, token);
      expect([kind, request.status, request.text, guess.status, errorCodeOf(guess)]).toEqual([
        kind,
        202,
        '',
        400,
        'code_rejected',
      ]);
      await site.operator.resetVisitorCalls();
    }
  });
});

describe('the user pool', () => {
  it('denies changing the address by a call of the user, so that no email is sent', async () => {
    await site.operator.resetVisitorCalls();
    const { token } = await site.accounts.newcomer();
    const stranger = newAddress();
    const response = await callPool('UpdateUserAttributes', {
      AccessToken: token,
      UserAttributes: [{ Name: 'email', Value: stranger }],
    });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('unauthorized attribute')]);
    expect(await site.mailsTo(stranger)).toEqual([]);
    const own = await callPool('GetUserAttributeVerificationCode', { AccessToken: token, AttributeName: 'email' });
    expect(own.status).toBe(400);
  });

  it('is left by a deleted account, whose token is rejected from the next call on', async () => {
    await site.operator.resetVisitorCalls();
    const { id, token } = await site.accounts.newcomer();
    expect((await site.api.request('account.get-me', {}, token)).status).toBe(200);
    await site.operator.remove(rightsEntity.key({ user_id: id }));
    const denied = await site.api.request('account.get-me', {}, token);
    expect([denied.status, errorCodeOf(denied)]).toEqual([401, 'token_invalid']);
  });

  it('locks guesses of a password after five failures, with or without an account', async () => {
    const codes = async (username: string): Promise<readonly string[]> => {
      const messages: string[] = [];
      for (let guess = 0; guess < 7; guess += 1) {
        const responses = await signIn(username, `Wrong-password-${guess}`);
        const failed = responses.find(({ status }) => status !== 200);
        messages.push((JSON.parse(failed?.text ?? '{}') as { message: string }).message);
      }
      return messages;
    };
    const [known, unknown] = [await codes(demoAccounts.admin.email), await codes(newAddress())];
    expect(known).toContain('Password attempts exceeded');
    expect(known.indexOf('Password attempts exceeded')).toBe(unknown.indexOf('Password attempts exceeded'));
  });
});

it('only the flow of passkeys accepts a plain password, and no operation lists users', async () => {
  // A user pool with passkeys has the flow USER_AUTH, which accepts passwords too.
  for (const flow of ['USER_PASSWORD_AUTH', 'ADMIN_USER_PASSWORD_AUTH', 'ADMIN_NO_SRP_AUTH', 'CUSTOM_AUTH']) {
    const { status } = await callPool('InitiateAuth', {
      AuthFlow: flow,
      AuthParameters: { USERNAME: address.known, PASSWORD: demoPassword },
    });
    expect([flow, status]).toEqual([flow, 400]);
  }
  for (const operation of [
    'ListUsers',
    'AdminGetUser',
    'AdminCreateUser',
    'AdminSetUserPassword',
    'AdminConfirmSignUp',
    'AdminDeleteUser',
    'AdminInitiateAuth',
    'DescribeUserPool',
    'ListUserPools',
    'UpdateUserPool',
  ]) {
    const response = await callPool(operation, { UserPoolId: config.userPoolId, Username: address.known });
    expect([operation, response.status >= 400 && response.status <= 499]).toEqual([operation, true]);
    expect(response.text).not.toContain('@');
  }
});

describe('npm run token', () => {
  const printToken = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    new Promise<{ readonly code: number | null; readonly out: string; readonly errors: string }>((done) => {
      execFile(
        process.execPath,
        [join(repositoryRoot, 'bin', 'token.ts'), ...args],
        { env: { ...process.env, SOUNDSTAGE_DATA: stack.dataFolder, ...env } },
        (error, out, errors) => done({ code: error ? Number(error.code) : 0, out, errors }),
      );
    });
  const bearerOf = (token: string) => http.send('/api/me', { headers: { authorization: `Bearer ${token.trim()}` } });

  it('prints a token that calls the API, and writes it nowhere else', async () => {
    for (const [name, role] of [
      ['listener', 'user'],
      ['admin', 'admin'],
    ] as const) {
      const { out, errors, code } = await printToken([name]);
      expect([code, errors, out.split('\n').length]).toEqual([0, '', 2]);
      const response = await bearerOf(out);
      expect(JSON.parse(response.text)).toMatchObject({ email: demoAccounts[name].email, role });
      const signature = out.trim().split('.')[2] ?? '';
      expect(signature.length).toBeGreaterThan(100);
      expect(stack.output()).not.toContain(signature);
      const log = await waitFor('the log of the call', async () => {
        const text = readFileSync(join(stack.dataFolder, 'functions.log'), 'utf8');
        return text.includes('GET /api/me') ? text : undefined;
      });
      expect(log).not.toContain(signature);
    }
  });

  it('signs in other accounts with SOUNDSTAGE_PASSWORD', async () => {
    const email = newAddress();
    await site.createAccount(email);
    const { out } = await printToken([email], { SOUNDSTAGE_PASSWORD: demoPassword });
    expect(JSON.parse((await bearerOf(out)).text)).toMatchObject({ email });
    const wrong = await printToken([email], { SOUNDSTAGE_PASSWORD: 'Wrong-password-1' });
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.errors).toMatch(/^http:\/\/localhost:\d+ rejected the sign-in of .*set SOUNDSTAGE_PASSWORD\.\n$/);
  });

  it.each([
    [[], {}, /^Usage: npm run -s token -- <listener\|admin\|email address>/],
    [['listener', '--stage=prod'], {}, /^Usage: /],
    [['someone'], {}, /^Usage: /],
    [['a@example.org'], {}, /^Set SOUNDSTAGE_PASSWORD to the password of a@example\.org\.\n$/],
    [['listener'], { SOUNDSTAGE_DATA: tmpdir() }, /^No Soundstage is running on .* Start one with `npm start`/],
  ])('rejects %j with %j in one line', async (args, env, message) => {
    const { code, out, errors } = await printToken(args, env);
    expect([code, out, errors.split('\n').length]).toEqual([1, '', 2]);
    expect(errors).toMatch(message);
  });
});
