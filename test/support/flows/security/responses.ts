import { securityAlertEntity } from '../../../../lambdas/data/admin/security-alert-entity.ts';
import { profileEntity } from '../../../../lambdas/data/people/profile-repository.ts';
import { securityResponseEntity } from '../../../../lambdas/data/admin/security-response-entity.ts';
import { automaticResponseId } from '../../../../lambdas/domain/security/response.ts';
import { bridgeEvent } from '../../../../infra/local/events/bus/bridge-event.ts';
import { EVENT_SOURCE } from '../../../../lambdas/events/app-events.ts';
import { alertWith } from '../../security-alerts.ts';
import { claimsOf } from '../../stack/sign-in.ts';
import type { FlowTools } from '../flow-tools.ts';

/**
 * Responds to alerts about a listener and about an administrator in every way, by hand and by a rule, which also fails
 * once, and undoes one.
 */
export const respondToAlerts = async ({ cloud, clock, open, api, admin }: FlowTools): Promise<void> => {
  const store = async (token: string | undefined) => {
    const userId = token === undefined ? null : String(claimsOf(token)['sub']);
    const alert = alertWith({ user_id: userId, created_at: new Date(clock.now()).toISOString() });
    await open.put(securityAlertEntity.toItem(alert));
    return alert;
  };
  const raise = (alertId: string): void =>
    cloud.bus.publish(bridgeEvent(clock.now(), EVENT_SOURCE, 'SecurityAlertRaised.v1', { alertId }));
  const [attacked, staff] = [await open.person('attacked'), await open.person('attacked admin', { admin: true })];
  // The profiles of accounts that the flow creates have no address.
  await open.change(profileEntity.key({ id: String(claimsOf(admin)['sub']) }), { email: 'admin@example.org' });
  const reason = 'Requested by the flow';
  for (const [token, action] of [
    [attacked, 'rate_limit'],
    [attacked, 'session_lockout'],
    [staff, 'session_lockout'],
    [undefined, 'admin_notification'],
  ] as const) {
    const { id: alertId, alert_type: triggerType } = await store(token);
    const taken = await api.call('security.respond', { body: { action, triggerType, alertId, reason } }, admin);
    const denied = token === undefined ? undefined : await api.request('account.get-me', {}, token);
    if (action === 'session_lockout') {
      if (denied?.status !== 403) throw new Error(`A call during a lockout returned ${denied?.status}`);
      await api.call('security.undo-response', { params: { responseId: taken.id }, body: { reason } }, admin);
    }
  }
  const settings = await api.call('security.get-settings', {}, admin);
  const automatic = { ...settings.automatic, failed_logins: ['force_mfa'] as ['force_mfa'] };
  const saved = await api.call('security.set-settings', { body: { ...settings, automatic, mail_alerts: true } }, admin);
  // A rule restricts a listener, again in place of that, and an administrator. It cannot restrict a deleted account.
  const alerts = [
    await store(attacked),
    await store(attacked),
    await store(staff),
    alertWith({ user_id: '00000000-0000-4000-8000-00000000dead', created_at: new Date(clock.now()).toISOString() }),
  ];
  for (const alert of alerts) {
    await open.put(securityAlertEntity.toItem(alert));
    raise(alert.id);
    const key = securityResponseEntity.key({ id: automaticResponseId(alert, 'admin_notification') });
    await open.until('the email about an alert', key, ({ type }) => type === 'SECURITY_RESPONSE');
  }
  await api.call('security.set-settings', { body: { ...settings, version: saved.version } }, admin);
  const { items } = await api.call('security.list-responses', {}, admin);
  // The number varies: rules also respond to alerts of other steps, and to those above if their events come late.
  const failed = items.filter(({ state }) => state === 'failed').map(({ action, error }) => `${action}: ${error}`);
  if (items.length < 12 || failed.length === 0 || failed.some((text) => !text.startsWith('force_mfa')))
    throw new Error(`${items.length} responses are listed, and these failed: ${failed.join(' ')}`);
};
