import type { CustomMessageTriggerEvent, PostConfirmationTriggerEvent } from 'aws-lambda';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { recordAccount } from '../../../lambdas/workers/account-confirmed/record-account.ts';
import { writeMessage } from '../../../lambdas/workers/account-messages/write-message.ts';
import { sweepAccounts, UNCONFIRMED_LIFETIME_MS } from '../../../lambdas/workers/account-sweeper/sweep-accounts.ts';

const message = (triggerSource: string, userName = 'a1b2'): CustomMessageTriggerEvent =>
  writeMessage(
    {
      triggerSource,
      userName,
      request: { codeParameter: '{####}', usernameParameter: '{username}', userAttributes: { name: '<b>Buy now</b>' } },
      response: { smsMessage: 'sms', emailMessage: null, emailSubject: null },
    } as unknown as CustomMessageTriggerEvent,
    'https://media.example/',
  );

describe('emails', () => {
  it.each([
    ['CustomMessage_SignUp', 'https://media.example/auth?confirm=true&amp;user=a1b2&amp;code={####}'],
    ['CustomMessage_ResendCode', 'https://media.example/auth?confirm=true&amp;user=a1b2&amp;code={####}'],
    ['CustomMessage_ForgotPassword', 'https://media.example/auth?reset=true&amp;user=a1b2&amp;code={####}'],
    ['CustomMessage_AdminCreateUser', 'https://media.example/auth"'],
  ])('%s contains the code on its own and the link', (source, link) => {
    const { emailMessage, emailSubject } = message(source).response;
    expect(emailSubject).toMatch(/Soundstage/);
    expect(emailMessage).toContain(`>{####}<`);
    expect(emailMessage).toContain(`<a href="${link}`);
    expect(emailMessage).not.toContain('Buy now');
  });

  it('name the account in an invitation, as Cognito requires', () => {
    expect(message('CustomMessage_AdminCreateUser').response.emailMessage).toContain('{username}');
  });

  it('escape a user name that contains markup', () => {
    expect(message('CustomMessage_SignUp', '"><script>').response.emailMessage).not.toContain('<script>');
  });

  it('keep the text of Cognito for other kinds of messages', () => {
    expect(message('CustomMessage_Authentication').response).toEqual({
      smsMessage: 'sms',
      emailMessage: null,
      emailSubject: null,
    });
  });
});

it('stores rights, then a profile, for a confirmed account', async () => {
  const writes: unknown[] = [];
  const deps = {
    rights: { createIfMissing: async (id: string) => void writes.push(['rights', id]) },
    profiles: { createIfMissing: async (profile: object) => (writes.push(['profile', profile]), true) },
    now: () => '2026-01-01T00:00:00.000Z',
  };
  const event = (userAttributes: Record<string, string>) =>
    ({ request: { userAttributes } }) as PostConfirmationTriggerEvent;
  await recordAccount(deps, event({ sub: 'p1', email: 'Ann@Example.org', name: ' Ann ' }));
  expect(writes).toEqual([
    ['rights', 'p1'],
    ['profile', { id: 'p1', email: 'ann@example.org', full_name: 'Ann', created_at: '2026-01-01T00:00:00.000Z' }],
  ]);
  await expect(recordAccount(deps, event({ sub: 'p1' }))).rejects.toThrow('lacks');
});

it('removes exactly the accounts that were unconfirmed for seven days', async () => {
  const now = Date.UTC(2026, 0, 31);
  const removed: string[] = [];
  const ages: Record<string, number> = { old: 1, exact: 0, young: -1, confirmed: 1, broken: 1, older: 100 };
  const result = await sweepAccounts({
    now: () => now,
    logger: silentLogger,
    pool: {
      async *unconfirmed() {
        for (const [username, age] of Object.entries(ages))
          yield { username, createdAt: now - UNCONFIRMED_LIFETIME_MS - age };
      },
      isUnconfirmed: async (username) => username !== 'confirmed',
      async remove(username) {
        if (username === 'broken') throw new Error('throttled');
        removed.push(username);
      },
    },
  });
  expect(removed).toEqual(['old', 'exact', 'older']);
  expect(result).toEqual({ removed: 3, failed: 1 });
});
