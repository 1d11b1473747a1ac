import { randomUUID } from 'node:crypto';
import { securityAlertEntity } from '../../../lambdas/data/admin/security-alert-entity.ts';
import { errorCodeOf } from '../../support/api.ts';
import { alertWith } from '../../support/security-alerts.ts';
import { codeIn } from '../../support/stack/session.ts';
import { claimsOf, openAccounts } from '../../support/stack/sign-in.ts';
import { openSessionSite, type SessionSite } from './support/session-site.ts';
import { recently } from '../../support/recent.ts';

let site: SessionSite;
beforeAll(async () => {
  site = await openSessionSite();
});
afterAll(() => site?.close());

it('a lockout ends the sessions of a user and denies new sign-ins, until an administrator undoes it', async () => {
  const { stack, session, operator, api, meOf } = site;
  const accounts = await openAccounts(stack);
  const { token: admin } = await accounts.demo('admin');
  accounts.close();
  const [email, password] = [`person-${randomUUID()}@example.org`, `Pass-${randomUUID()}`];
  await session.signUp(email, password);
  await session.confirm(email, codeIn(await stack.mailTo(email)));
  const before = await session.signIn(email, password);
  expect(await meOf(before)).toBe('allowed');
  const alert = alertWith({ user_id: String(claimsOf(before)['sub']), created_at: recently() });
  await operator.put(securityAlertEntity.toItem(alert));
  const reason = 'A test asks for it';
  const body = { action: 'session_lockout', triggerType: alert.alert_type, alertId: alert.id, reason } as const;
  const taken = await api.call('security.respond', { body }, admin);
  expect(taken).toMatchObject({ state: 'active', by_name: expect.any(String) as string, alert_id: alert.id });
  expect([await meOf(before), await meOf(await session.signIn(email, password))]).toEqual([
    'account_locked',
    'account_locked',
  ]);
  const undo = { params: { responseId: taken.id }, body: { reason } };
  expect(await api.call('security.undo-response', undo, admin)).toMatchObject({ state: 'undone' });
  const again = await api.request('security.undo-response', undo, admin);
  expect([again.status, errorCodeOf(again)]).toEqual([409, 'invalid_state']);
  expect([await meOf(before), await meOf(await session.signIn(email, password))]).toEqual(['session_ended', 'allowed']);
});
