import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccounts, demoPassword } from '../../../bin/demo.ts';
import { AppConfig } from '../../../lambdas/contract/config.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openRawHttp, type RawResponse, type RawHttp } from '../../support/attacks/raw-http.ts';
import { startSrp } from '../../support/stack/srp.ts';
import { repositoryRoot } from '../../support/source-tree.ts';

let stack: LocalStack;
let http: RawHttp;
let config: AppConfig;

beforeAll(async () => {
  stack = await startLocalStack();
  http = openRawHttp(stack.url);
  config = AppConfig.parse(JSON.parse((await http.send('/config.json')).text));
  await createAccount(KNOWN);
});
afterAll(async () => {
  http?.close();
  await stack?.stop();
});

/** Two addresses of the same length. The first gets an account through sign-up; the second never has one. */
const [KNOWN, UNKNOWN] = ['known', 'knave'].map((name) => `${name}-${randomUUID()}@example.org`) as [string, string];
/** An address that starts like them. */
const unknownAddress = (): string => `k-${randomUUID()}@example.org`;

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

/** Signs up, and confirms the address with the mailed code. */
const createAccount = async (email: string): Promise<void> => {
  const username = randomUUID();
  await signUp(email, username);
  const code = /\b\d{6}\b/.exec((await stack.mailTo(email)).body)?.[0];
  expect((await callPool('ConfirmSignUp', { Username: username, ConfirmationCode: code })).status).toBe(200);
};

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
const visibleParts = ({ status, headers, text }: RawResponse): unknown => {
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

const signUp = (email: string, username = randomUUID()) =>
  callPool('SignUp', {
    Username: username,
    Password: demoPassword,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'name', Value: 'Test User' },
    ],
  });

describe('an address reveals no account', () => {
  it('when signing up with it', async () => {
    const [known, unknown] = [await signUp(KNOWN), await signUp(UNKNOWN)];
    expect(known.status).toBe(200);
    expect(visibleParts(known)).toEqual(visibleParts(unknown));
  });

  it('when signing in with a wrong password', async () => {
    const [known, unknown] = [await signIn(KNOWN, 'Wrong-password-1'), await signIn(UNKNOWN, 'Wrong-password-1')];
    expect(known.map(({ status }) => status)).toEqual([200, 400]);
    expect(known.map(visibleParts)).toEqual(unknown.map(visibleParts));
    expect(JSON.parse(known[1]?.text ?? '')).toMatchObject({
      __type: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  it.each<[string, string, (username: string) => object]>([
    ['requesting a password reset', 'ForgotPassword', (Username) => ({ Username })],
    [
      'guessing the code of a password reset',
      'ConfirmForgotPassword',
      (Username) => ({ Username, ConfirmationCode: '000000', Password: demoPassword }),
    ],
    [
      'setting a weak password with it',
      'ConfirmForgotPassword',
      (Username) => ({ Username, ConfirmationCode: '000000', Password: 'weak' }),
    ],
  ])('when %s', async (_what, operation, input) => {
    const [known, unknown] = [await callPool(operation, input(KNOWN)), await callPool(operation, input(UNKNOWN))];
    expect(visibleParts(known)).toEqual(visibleParts(unknown));
  });

  it('when confirming an account whose address is not verified yet', async () => {
    const waiting = unknownAddress();
    await signUp(waiting);
    for (const [operation, input] of [
      ['ConfirmSignUp', { ConfirmationCode: '000000' }],
      ['ResendConfirmationCode', {}],
    ] as const) {
      const [known, unknown] = [
        await callPool(operation, { ...input, Username: waiting }),
        await callPool(operation, { ...input, Username: unknownAddress() }),
      ];
      expect([operation, visibleParts(known)]).toEqual([operation, visibleParts(unknown)]);
    }
  });

  it('when requesting a password reset: only owners of an account get mail', async () => {
    const address = unknownAddress();
    await callPool('ForgotPassword', { Username: address });
    const mails = JSON.parse((await http.send(`/_local/mail?to=${encodeURIComponent(address)}`)).text) as unknown[];
    expect(mails).toEqual([]);
  });
});

describe('guessing', () => {
  it('of a password is locked after five failures, with or without an account', async () => {
    const codes = async (username: string): Promise<readonly string[]> => {
      const messages: string[] = [];
      for (let guess = 0; guess < 7; guess += 1) {
        const responses = await signIn(username, `Wrong-password-${guess}`);
        const failed = responses.find(({ status }) => status !== 200);
        messages.push((JSON.parse(failed?.text ?? '{}') as { message: string }).message);
      }
      return messages;
    };
    const [known, unknown] = [await codes(demoAccounts.admin.email), await codes(unknownAddress())];
    expect(known).toContain('Password attempts exceeded');
    expect(known.indexOf('Password attempts exceeded')).toBe(unknown.indexOf('Password attempts exceeded'));
  });

  it('of reset codes is limited to five emails an hour', async () => {
    const username = unknownAddress();
    const statuses: string[] = [];
    for (let request = 0; request < 7; request += 1)
      statuses.push(
        (JSON.parse((await callPool('ForgotPassword', { Username: username })).text) as { __type?: string }).__type ??
          'sent',
      );
    expect(statuses).toEqual([
      'sent',
      'sent',
      'sent',
      'sent',
      'sent',
      'LimitExceededException',
      'LimitExceededException',
    ]);
  });
});

it('no flow accepts a plain password, and no operation lists users', async () => {
  for (const flow of [
    'USER_PASSWORD_AUTH',
    'ADMIN_USER_PASSWORD_AUTH',
    'ADMIN_NO_SRP_AUTH',
    'CUSTOM_AUTH',
    'USER_AUTH',
  ]) {
    const { status } = await callPool('InitiateAuth', {
      AuthFlow: flow,
      AuthParameters: { USERNAME: KNOWN, PASSWORD: demoPassword },
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
    const response = await callPool(operation, { UserPoolId: config.userPoolId, Username: KNOWN });
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
    const email = unknownAddress();
    await createAccount(email);
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
