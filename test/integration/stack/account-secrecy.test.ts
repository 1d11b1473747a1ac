import { randomUUID } from 'node:crypto';
import { demoAccounts, demoPassword } from '../../../bin/demo.ts';
import { AppConfig } from '../../../lambdas/contract/config.ts';
import { startLocalStack, type LocalStack } from '../../support/stack/local-stack.ts';
import { openRawHttp, type RawAnswer, type RawHttp } from '../../support/attacks/raw-http.ts';
import { startSrp } from '../../support/stack/srp.ts';

jest.setTimeout(120_000);

let stack: LocalStack;
let http: RawHttp;
let config: AppConfig;

beforeAll(async () => {
  stack = await startLocalStack();
  http = openRawHttp(stack.url);
  config = AppConfig.parse(JSON.parse((await http.send('/config.json')).text));
  const username = randomUUID();
  await signUp(KNOWN, username);
  const code = /\b\d{6}\b/.exec((await stack.mailTo(KNOWN)).body)?.[0];
  expect((await ask('ConfirmSignUp', { Username: username, ConfirmationCode: code })).status).toBe(200);
});
afterAll(async () => {
  http?.close();
  await stack?.stop();
});

/**
 * Two addresses that differ in one letter. The first gets an account as the site makes them; the second never has one.
 */
const [KNOWN, UNKNOWN] = ['known', 'knave'].map((name) => `${name}-${randomUUID()}@example.org`) as [string, string];
/** An address that begins like them. */
const stranger = (): string => `k-${randomUUID()}@example.org`;

/** An operation of the pool, as a browser asks for it. */
const ask = (operation: string, input: object): Promise<RawAnswer> =>
  http.send(new URL(config.userPoolEndpoint ?? '').pathname, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: config.userPoolClientId, ...input }),
  });

/** Values that are random, or the caller's own, whoever asks: of those only the length is compared. */
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
  // A number's leading zeros are not written: one length in sixteen is shorter.
  if (typeof value === 'string')
    return RANDOM.has(name) ? `${name} of ${Math.round(value.length / 32)} × 32 characters` : value;
  if (Array.isArray(value)) return value.map((inner) => shapeOf(inner));
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner, key)]))
    : value;
};

/** All that an answer tells but for its own number, its time, and what is random. */
const told = ({ status, headers, text }: RawAnswer): unknown => {
  const { date: _date, 'x-amzn-requestid': _id, 'content-length': _length, ...rest } = headers;
  return { status, headers: rest, body: shapeOf(JSON.parse(text === '' ? '{}' : text)) };
};

const signIn = async (username: string, password: string): Promise<readonly RawAnswer[]> => {
  const srp = startSrp(config.userPoolId);
  const first = await ask('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: username, SRP_A: srp.publicHex },
  });
  const { ChallengeParameters = {} } = JSON.parse(first.text) as { ChallengeParameters?: Record<string, string> };
  const second = await ask('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: srp.answer(ChallengeParameters, password),
  });
  return [first, second];
};

const signUp = (email: string, username = randomUUID()) =>
  ask('SignUp', {
    Username: username,
    Password: demoPassword,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'name', Value: 'Some Body' },
    ],
  });

describe('nobody learns whether an address has an account', () => {
  it('by signing up with it', async () => {
    const [known, unknown] = [await signUp(KNOWN), await signUp(UNKNOWN)];
    expect(known.status).toBe(200);
    expect(told(known)).toEqual(told(unknown));
  });

  it('by signing in with a wrong password', async () => {
    const [known, unknown] = [await signIn(KNOWN, 'Wrong-password-1'), await signIn(UNKNOWN, 'Wrong-password-1')];
    expect(known.map(({ status }) => status)).toEqual([200, 400]);
    expect(known.map(told)).toEqual(unknown.map(told));
    expect(JSON.parse(known[1]?.text ?? '')).toMatchObject({
      __type: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  it.each<[string, string, (username: string) => object]>([
    ['asking for a new password', 'ForgotPassword', (Username) => ({ Username })],
    [
      'guessing the code of a new password',
      'ConfirmForgotPassword',
      (Username) => ({ Username, ConfirmationCode: '000000', Password: demoPassword }),
    ],
    [
      'setting a weak one with it',
      'ConfirmForgotPassword',
      (Username) => ({ Username, ConfirmationCode: '000000', Password: 'weak' }),
    ],
  ])('by %s', async (_what, operation, input) => {
    const [known, unknown] = [await ask(operation, input(KNOWN)), await ask(operation, input(UNKNOWN))];
    expect(told(known)).toEqual(told(unknown));
  });

  it('by confirming an account that waits: its address stands for nobody yet', async () => {
    const waiting = stranger();
    await signUp(waiting);
    for (const [operation, input] of [
      ['ConfirmSignUp', { ConfirmationCode: '000000' }],
      ['ResendConfirmationCode', {}],
    ] as const) {
      const [known, unknown] = [
        await ask(operation, { ...input, Username: waiting }),
        await ask(operation, { ...input, Username: stranger() }),
      ];
      expect([operation, told(known)]).toEqual([operation, told(unknown)]);
    }
  });

  it('and a mail goes to the owner alone', async () => {
    const address = stranger();
    await ask('ForgotPassword', { Username: address });
    const mails = JSON.parse((await http.send(`/_local/mail?to=${encodeURIComponent(address)}`)).text) as unknown[];
    expect(mails).toEqual([]);
  });
});

describe('guessing', () => {
  it('of a password is locked after five failures, for an account that is not there too', async () => {
    const codes = async (username: string): Promise<readonly string[]> => {
      const told: string[] = [];
      for (let guess = 0; guess < 7; guess += 1) {
        const answers = await signIn(username, `Wrong-password-${guess}`);
        const failed = answers.find(({ status }) => status !== 200);
        told.push((JSON.parse(failed?.text ?? '{}') as { message: string }).message);
      }
      return told;
    };
    const [known, unknown] = [await codes(demoAccounts.admin.email), await codes(stranger())];
    expect(known).toContain('Password attempts exceeded');
    expect(known.indexOf('Password attempts exceeded')).toBe(unknown.indexOf('Password attempts exceeded'));
  });

  it('of codes and mails for new passwords end after five in an hour', async () => {
    const username = stranger();
    const statuses: string[] = [];
    for (let request = 0; request < 7; request += 1)
      statuses.push(
        (JSON.parse((await ask('ForgotPassword', { Username: username })).text) as { __type?: string }).__type ??
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

it('no flow takes a password as it is, and no operation lists people', async () => {
  for (const flow of [
    'USER_PASSWORD_AUTH',
    'ADMIN_USER_PASSWORD_AUTH',
    'ADMIN_NO_SRP_AUTH',
    'CUSTOM_AUTH',
    'USER_AUTH',
  ]) {
    const { status } = await ask('InitiateAuth', {
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
    const answer = await ask(operation, { UserPoolId: config.userPoolId, Username: KNOWN });
    expect([operation, answer.status >= 400 && answer.status <= 499]).toEqual([operation, true]);
    expect(answer.text).not.toContain('@');
  }
});
