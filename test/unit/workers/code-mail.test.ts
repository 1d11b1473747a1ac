import { UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import type { CodePurpose } from '../../../lambdas/contract/people/credential-fields.ts';
import { codeHash, isCodeOf, newCode, type CodeRequest } from '../../../lambdas/domain/accounts/code-request.ts';
import type { PoolAccount } from '../../../lambdas/domain/accounts/pool-account.ts';
import { addressHash, type RateRule } from '../../../lambdas/domain/limits/rate-limit.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { renderMail, type Mail } from '../../../lambdas/domain/mail/mail.ts';
import { createAccountFinder } from '../../../lambdas/platform/accounts/account-finder.ts';
import { createMailer } from '../../../lambdas/platform/messages/mailer.ts';
import { mailCode } from '../../../lambdas/workers/code-mail/mail-code.ts';

const PERSON = '11111111-2222-4333-8444-555555555555';
const OTHER = '66666666-7777-4888-9999-000000000000';
const NOW = 1_000_000;
const KNOWN = 'a@example.org';

const account = (fields: Partial<PoolAccount> = {}): PoolAccount => ({
  userId: PERSON,
  username: 'generated',
  email: 'A@example.org',
  enabled: true,
  ...fields,
});

const world = (fields: Partial<CodeRequest> = {}, found: PoolAccount | null = account()) => {
  let request: CodeRequest = {
    purpose: 'username',
    subject: addressHash(KNOWN),
    request_id: 'one',
    email: KNOWN,
    valid_until: NOW + 1,
    tries: 0,
    ...fields,
  };
  const mails: { to: string; mail: Mail }[] = [];
  const counted: string[] = [];
  let full = false;
  const deps = {
    requests: {
      get: async () => request,
      async giveCode(_request: CodeRequest, userId: string | undefined, hash: string) {
        request = { ...request, ...(userId === undefined ? {} : { user_id: userId }), code_hash: hash };
        return true;
      },
      async markMailed() {
        request = { ...request, mailed: true };
        return true;
      },
    },
    findAccount: async (email: string) => (email === KNOWN ? (found ?? undefined) : undefined),
    counters: {
      async take({ name }: RateRule, subject: string) {
        counted.push(`${name} ${subject}`);
        return full ? 1000 : undefined;
      },
    },
    mailer: { send: async (to: string, mail: Mail) => void mails.push({ to, mail }) },
    siteUrl: async () => 'https://media.example/',
    newCode,
    logger: silentLogger,
    now: () => NOW,
  };
  return {
    deps,
    mails,
    counted,
    fill: () => (full = true),
    request: () => request,
    run: (requestId = 'one') => mailCode(deps, { purpose: request.purpose, subject: request.subject, requestId }),
  };
};

it('emails a code to the address of the account, and stores only its hash', async () => {
  const { run, mails, request, counted } = world();
  await run();
  const code = mails[0]?.mail.code ?? '';
  expect([mails.length, mails[0]?.to, code]).toEqual([1, 'A@example.org', expect.stringMatching(/^\d{8}$/)]);
  expect(request()).toMatchObject({ user_id: PERSON, code_hash: codeHash('one', code), mailed: true });
  expect(JSON.stringify(request())).not.toContain(code);
  expect(counted).toEqual([`MAILS_TO_ACCOUNT ${PERSON}`]);
  await run();
  expect(mails).toHaveLength(1);
});

const CODE_SUBJECTS: Readonly<Record<CodePurpose, string>> = {
  username: 'Your Soundstage username',
  'sign-up': 'Confirm your Soundstage account',
  reset: 'Reset your Soundstage password',
  address: 'Confirm your new email address',
  'address-changed': 'Your Soundstage email address was changed',
};
const EXISTS = 'You already have a Soundstage account';

describe('the email for a request', () => {
  it.each<[CodePurpose, string, PoolAccount | null, 'code' | 'exists' | 'none']>([
    ['username', 'an account', account(), 'code'],
    ['username', 'no account', null, 'none'],
    ['username', 'a disabled account', account({ enabled: false }), 'none'],
    ['reset', 'an account', account(), 'code'],
    ['reset', 'no account', null, 'none'],
    ['reset', 'a disabled account', account({ enabled: false }), 'none'],
    ['sign-up', 'an account', account(), 'exists'],
    ['sign-up', 'no account', null, 'code'],
    ['sign-up', 'a disabled account', account({ enabled: false }), 'none'],
    ['address', 'no account', null, 'code'],
    ['address', "the user's own account", account(), 'code'],
    ['address', 'another account', account({ userId: OTHER }), 'exists'],
    ['address', 'another disabled account', account({ userId: OTHER, enabled: false }), 'none'],
    ['address-changed', 'no account', null, 'code'],
  ])('of %s to the address of %s is the right one', async (purpose, _what, found, kind) => {
    const { run, mails, request } = world({ purpose, ...(purpose === 'address' ? { user_id: PERSON } : {}) }, found);
    await run();
    const subjects = { code: [CODE_SUBJECTS[purpose]], exists: [EXISTS], none: [] };
    expect(mails.map(({ mail }) => mail.subject)).toEqual(subjects[kind]);
    const hasCode = kind === 'code' && purpose !== 'address-changed';
    expect([mails[0]?.mail.code !== undefined, request().code_hash !== undefined]).toEqual([hasCode, hasCode]);
    // A code without an account belongs to nobody yet.
    if (hasCode && purpose === 'sign-up') expect(request().user_id).toBeUndefined();
  });

  it.each([
    ['sign-up', 'https://media.example/auth?confirm=true#user=b%2Bc%40example.org&amp;code='],
    ['reset', 'https://media.example/auth?reset=true#user=b%2Bc%40example.org&amp;code='],
  ] as const)('of %s links to the site, with address and code in the fragment', async (purpose, link) => {
    const email = 'b+c@example.org';
    const { run, mails, deps } = world({ purpose, email });
    deps.findAccount = async () => (purpose === 'reset' ? account({ email }) : undefined);
    await run();
    const [sent] = mails;
    expect(renderMail(sent?.mail ?? { subject: '', intro: '', outro: '' })).toContain(`${link}${sent?.mail.code}"`);
  });
});

it.each<[string, Partial<CodeRequest>, string]>([
  ['a request that a newer one replaced', { request_id: 'two' }, 'one'],
  ['an expired request', { valid_until: NOW }, 'one'],
])('sends no email for %s', async (_what, fields, requestId) => {
  const { run, mails } = world(fields);
  await run(requestId);
  expect(mails).toEqual([]);
});

it('sends no email to an account that has reached its limit', async () => {
  const { run, mails, fill, request } = world();
  fill();
  await run();
  expect(mails).toEqual([]);
  expect(request().code_hash).toBeUndefined();
});

it('sends a new code when the first email failed, and counts it once', async () => {
  const { run, deps, mails, counted } = world();
  const { send } = deps.mailer;
  deps.mailer.send = () => Promise.reject(new Error('unavailable'));
  await expect(run()).rejects.toThrow('unavailable');
  deps.mailer.send = send;
  await run();
  expect([mails.length, counted.length]).toEqual([1, 1]);
});

it('accepts only the code of its own request', () => {
  const request: CodeRequest = {
    purpose: 'reset',
    subject: 'x',
    request_id: 'one',
    email: '',
    valid_until: 0,
    tries: 0,
    code_hash: codeHash('one', '00000001'),
  };
  expect([
    isCodeOf(request, '00000001'),
    isCodeOf(request, '00000002'),
    isCodeOf({ ...request, request_id: 'two' }, '00000001'),
    isCodeOf({ ...request, code_hash: undefined }, ''),
  ]).toEqual([true, false, false, false]);
});

it('finds the account of an address, and whether it is enabled', async () => {
  const attributes = [
    { Name: 'sub', Value: PERSON },
    { Name: 'email', Value: 'a@example.org' },
  ];
  const answering = (answer: () => unknown) =>
    createAccountFinder({ send: async () => answer() as never } as never, 'pool');
  for (const enabled of [true, false])
    expect(
      await answering(() => ({ Username: 'generated', Enabled: enabled, UserAttributes: attributes }))('a@example.org'),
    ).toEqual({ userId: PERSON, username: 'generated', email: 'a@example.org', enabled });
  const missing = () => {
    throw new UserNotFoundException({ message: '', $metadata: {} });
  };
  expect(await answering(missing)('a@example.org')).toBeUndefined();
  await expect(answering(() => Promise.reject(new Error('throttled')))('a@example.org')).rejects.toThrow('throttled');
});

it('removes the address from an error message of SES', async () => {
  const message = 'Email address is not verified: a@example.org';
  const rejected = Object.assign(new Error(message), { name: 'MessageRejected' });
  const mailer = createMailer('from@example.org', { send: () => Promise.reject(rejected) } as never);
  await expect(mailer.send('a@example.org', { subject: '', intro: '', outro: '' })).rejects.toThrow(
    /^SES rejected the email: MessageRejected$/,
  );
});
