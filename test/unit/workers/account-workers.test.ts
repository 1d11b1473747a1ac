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

describe('mails', () => {
  it.each([
    ['CustomMessage_SignUp', 'https://media.example/auth?confirm=true&amp;user=a1b2&amp;code={####}'],
    ['CustomMessage_ResendCode', 'https://media.example/auth?confirm=true&amp;user=a1b2&amp;code={####}'],
    ['CustomMessage_ForgotPassword', 'https://media.example/auth?reset=true&amp;user=a1b2&amp;code={####}'],
    ['CustomMessage_AdminCreateUser', 'https://media.example/auth"'],
  ])('%s holds the code by itself and its link', (source, link) => {
    const { emailMessage, emailSubject } = message(source).response;
    expect(emailSubject).toMatch(/Soundstage/);
    expect(emailMessage).toContain(`>{####}<`);
    expect(emailMessage).toContain(`<a href="${link}`);
    expect(emailMessage).not.toContain('Buy now');
  });

  it('of an invitation name the account, as Cognito demands', () => {
    expect(message('CustomMessage_AdminCreateUser').response.emailMessage).toContain('{username}');
  });

  it('escape a strange user name', () => {
    expect(message('CustomMessage_SignUp', '"><script>').response.emailMessage).not.toContain('<script>');
  });

  it('of other kinds keep what Cognito says', () => {
    expect(message('CustomMessage_Authentication').response).toEqual({
      smsMessage: 'sms',
      emailMessage: null,
      emailSubject: null,
    });
  });
});

it('records a confirmed account, rights before profile', async () => {
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

it('sweeps exactly the accounts that stayed unconfirmed for seven days', async () => {
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
