import type { SecuritySettings } from '../../../lambdas/contract/admin/security-responses.ts';
import { AppError } from '../../../lambdas/domain/app-error.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { renderMail, type Mail } from '../../../lambdas/domain/mail/mail.ts';
import { MAX_RECIPIENTS, notifyAdmins } from '../../../lambdas/domain/security/notify-admins.ts';
import type { NewSecurityEvent } from '../../../lambdas/domain/security/event.ts';
import { everyRule, initialSecuritySettings, type StoredResponse } from '../../../lambdas/domain/security/response.ts';
import type { ResponderDeps } from '../../../lambdas/workers/security-responder/deps.ts';
import { parseEvent } from '../../../lambdas/workers/security-responder/message.ts';
import { respondToAlert } from '../../../lambdas/workers/security-responder/respond-to-alert.ts';
import { alertWith } from '../../support/security-alerts.ts';

const USER = '11111111-2222-4333-8444-555555555555';
const NOW = Date.parse('2026-11-28T12:00:03.000Z');

const world = (
  settings: Partial<SecuritySettings>,
  { failure, mailError }: { failure?: Error; mailError?: string } = {},
) => {
  const stored = new Map<string, StoredResponse>();
  const events = new Map<string, NewSecurityEvent>();
  const notified: string[] = [];
  let failing = failure;
  const keep = async (response: StoredResponse): Promise<StoredResponse> => {
    stored.set(response.id, stored.get(response.id) ?? response);
    return stored.get(response.id) ?? response;
  };
  const alert = alertWith({ user_id: USER, alert_type: 'high_risk', severity: 'critical' });
  const deps: ResponderDeps = {
    alerts: { get: async (id) => (id === alert.id ? alert : undefined) },
    settings: { read: async () => ({ ...initialSecuritySettings, ...settings }) },
    responses: {
      find: async (id) => stored.get(id),
      async restrict(response, by) {
        expect(by).toBeUndefined();
        const known = stored.get(response.id);
        if (known) return known;
        if (failing) throw failing;
        return keep(response);
      },
      record: keep,
    },
    notify: async ({ id }) => {
      notified.push(id);
      return mailError;
    },
    events: { put: async (event) => void events.set(event.id, event) },
    logger: silentLogger,
    now: () => NOW,
  };
  const run = (alertId = alert.id) => respondToAlert(deps, { alertId });
  return { run, alert, stored, events, notified, recover: () => (failing = undefined) };
};
const lockout = { automatic: everyRule({ high_risk: ['session_lockout'] }), mail_alerts: true };

it('takes each action that is switched on once, however often the event arrives', async () => {
  const { run, stored, notified, alert } = world(lockout);
  for (let deliveries = 0; deliveries < 3; deliveries += 1) await run();
  expect([...stored.values()].map(({ action, by, error }) => [action, by, error])).toEqual([
    ['session_lockout', undefined, undefined],
    ['admin_notification', undefined, undefined],
  ]);
  expect(notified).toEqual([alert.id]);
});

it('does nothing unless it is switched on, and nothing about an alert that no longer exists', async () => {
  const off = world({});
  await off.run();
  const gone = world(lockout);
  await gone.run(alertWith().id);
  expect([off.stored.size, off.notified.length, gone.stored.size]).toEqual([0, 0, 0]);
});

it('stores what was not possible as failed, with one event about it, and does the rest', async () => {
  const { run, stored, events } = world(lockout, { failure: new AppError('last_admin', 'No other administrator.') });
  await run();
  await run();
  expect([...stored.values()].map(({ action, error }) => [action, error])).toEqual([
    ['session_lockout', 'No other administrator.'],
    ['admin_notification', undefined],
  ]);
  expect([...events.values()]).toMatchObject([
    { event_type: 'auto_response_failed', risk_score: 50, subject: `user:${USER}`, user_id: USER, success: false },
  ]);
});

it('stores an email that no one got as failed', async () => {
  const { run, stored, events } = world({ mail_alerts: true }, { mailError: 'No email could be sent.' });
  await run();
  expect([...stored.values()]).toMatchObject([{ action: 'admin_notification', error: 'No email could be sent.' }]);
  expect(events.size).toBe(1);
});

it('is tried again after an error that may pass, without repeating what was done', async () => {
  const { run, stored, notified, recover } = world(lockout, { failure: new Error('The table is busy') });
  await expect(run()).rejects.toThrow('1 automatic response(s)');
  expect([...stored.values()].map(({ action }) => action)).toEqual(['admin_notification']);
  recover();
  await run();
  expect([stored.size, notified.length]).toEqual([2, 1]);
});

it('rejects an event that is none of ours', () => {
  const detail = { alertId: alertWith().id };
  expect(parseEvent({ source: 'soundstage', 'detail-type': 'SecurityAlertRaised.v1', detail })).toEqual(detail);
  expect(() => parseEvent({ source: 'other', 'detail-type': 'SecurityAlertRaised.v1', detail })).toThrow();
});

describe('the email to administrators', () => {
  const addresses = Array.from({ length: MAX_RECIPIENTS + 1 }, (_, index) => `admin-${index}@example.org`);
  const send = async (to: readonly string[], rejected: readonly string[] = []) => {
    const mails: { to: string; mail: Mail }[] = [];
    const alert = alertWith({ user_id: USER, count: 1 });
    const error = await notifyAdmins(
      {
        adminAddresses: async () => to,
        mailer: {
          async send(address, mail) {
            if (rejected.includes(address)) throw new Error('SES rejected the email: MessageRejected');
            mails.push({ to: address, mail });
          },
        },
        siteUrl: async () => 'https://media.example/',
        logger: silentLogger,
      },
      alert,
    );
    return { error, mails };
  };

  it('goes to a limited number of them, and names no user', async () => {
    const { error, mails } = await send(addresses);
    expect([error, mails.length]).toEqual([undefined, MAX_RECIPIENTS]);
    const text = renderMail((mails[0] as { mail: Mail }).mail);
    expect(text).toContain('https://media.example/admin/security');
    expect(text).toContain('high severity, with 1 event when');
    expect(text).toContain('failed_logins');
    expect(text).not.toContain(USER);
  });

  it('fails only when no one gets it', async () => {
    const [first = '', second = ''] = addresses;
    expect((await send([first, second], [first])).error).toBeUndefined();
    expect((await send([first], [first])).error).toBe(
      'No email could be sent. Check the sender of emails of this stage.',
    );
    expect((await send([])).error).toBe('No administrator has an email address.');
  });
});
