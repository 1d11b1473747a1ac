import { UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import {
  codeHash,
  isCodeOf,
  newCode,
  type UsernameRequest,
} from '../../../lambdas/domain/accounts/username-request.ts';
import { addressHash, type RateRule } from '../../../lambdas/domain/limits/rate-limit.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { createMailer } from '../../../lambdas/platform/mailer.ts';
import { createAccountFinder } from '../../../lambdas/workers/username-mail/account-finder.ts';
import { mailCode } from '../../../lambdas/workers/username-mail/mail-code.ts';

const PERSON = '11111111-2222-4333-8444-555555555555';
const NOW = 1_000_000;

const world = (fields: Partial<UsernameRequest> = {}) => {
  let request: UsernameRequest = {
    address_hash: addressHash('a@example.org'),
    request_id: 'one',
    email: 'a@example.org',
    valid_until: NOW + 1,
    tries: 0,
    ...fields,
  };
  const mails: { to: string; code: string }[] = [];
  const counted: string[] = [];
  let full = false;
  const deps = {
    requests: {
      get: async () => request,
      async giveCode(_request: UsernameRequest, userId: string, hash: string) {
        request = { ...request, user_id: userId, code_hash: hash };
        return true;
      },
      async markMailed() {
        request = { ...request, mailed: true };
        return true;
      },
    },
    findAccount: async (email: string) =>
      email === 'a@example.org' ? { userId: PERSON, email: 'A@example.org' } : undefined,
    counters: {
      async take({ name }: RateRule, subject: string) {
        counted.push(`${name} ${subject}`);
        return full ? 1000 : undefined;
      },
    },
    mailer: { send: async (to: string, { code }: { code: string }) => void mails.push({ to, code }) },
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
    run: (requestId = 'one') => mailCode(deps, { addressHash: request.address_hash, requestId }),
  };
};

it('emails a code to the address of the account, and stores only its hash', async () => {
  const { run, mails, request, counted } = world();
  await run();
  expect(mails).toEqual([{ to: 'A@example.org', code: expect.stringMatching(/^\d{8}$/) }]);
  expect(request()).toMatchObject({ user_id: PERSON, code_hash: codeHash('one', mails[0]?.code ?? ''), mailed: true });
  expect(JSON.stringify(request())).not.toContain(mails[0]?.code);
  expect(counted).toEqual([`MAILS_TO_ACCOUNT ${PERSON}`]);
  await run();
  expect(mails).toHaveLength(1);
});

it.each<[string, Partial<UsernameRequest>, string]>([
  ['an address without an account', { email: 'b@example.org' }, 'one'],
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
  const request = {
    address_hash: 'x',
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

it('finds only the enabled account of an address', async () => {
  const attributes = [
    { Name: 'sub', Value: PERSON },
    { Name: 'email', Value: 'a@example.org' },
  ];
  const answering = (answer: () => unknown) =>
    createAccountFinder({ send: async () => answer() as never } as never, 'pool');
  expect(await answering(() => ({ Enabled: true, UserAttributes: attributes }))('a@example.org')).toEqual({
    userId: PERSON,
    email: 'a@example.org',
  });
  expect(await answering(() => ({ Enabled: false, UserAttributes: attributes }))('a@example.org')).toBeUndefined();
  const missing = () => {
    throw new UserNotFoundException({ message: '', $metadata: {} });
  };
  expect(await answering(missing)('a@example.org')).toBeUndefined();
  await expect(answering(() => Promise.reject(new Error('throttled')))('a@example.org')).rejects.toThrow('throttled');
});

it('removes the address from an error message of SES', async () => {
  const refused = Object.assign(new Error('Email address is not verified: a@example.org'), { name: 'MessageRejected' });
  const mailer = createMailer('from@example.org', { send: () => Promise.reject(refused) } as never);
  await expect(
    mailer.send('a@example.org', { subject: '', intro: '', codeLabel: '', code: '', outro: '' }),
  ).rejects.toThrow(/^SES rejected the email: MessageRejected$/);
});
