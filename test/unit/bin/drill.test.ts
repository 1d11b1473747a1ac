import { attacks, type Attack } from '../../../bin/drill/attacks.ts';
import { reportOf, watch } from '../../../bin/drill/watch.ts';
import { subjectOf } from '../../../lambdas/domain/security/event.ts';
import type { ApiClient } from '../../../web/src/lib/api/api-client.ts';

const VICTIM = { email: 'listener@example.org', userId: '11111111-2222-4333-8444-555555555555' };

const attackNamed = (name: string): Attack => {
  const found = attacks.find((attack) => attack.name === name);
  if (!found) throw new Error(`There is no attack ${name}`);
  return found;
};

/** An API that shows one alert about a subject, raised by a rule at a time. */
const apiWith = (alert: { readonly subject: string; readonly alert_type: string; readonly at: number }): ApiClient => {
  const items = [{ ...alert, severity: 'high', count: 6, last_at: new Date(alert.at).toISOString() }];
  const call = async (key: string) => (key === 'security.list-alerts' ? { items } : { items: [alert, alert] });
  return { call } as unknown as ApiClient;
};

const probing = attackNamed('Search for a way in');
const aboutVictim = { subject: subjectOf({ user: VICTIM.userId }), alert_type: 'suspicious_patterns' };

it('finds the events and the alert of an attack, and states after how long', async () => {
  const at = Date.now();
  const finding = await watch(apiWith({ ...aboutVictim, at }), { victim: VICTIM }, { attack: probing, at });
  expect(finding).toMatchObject({ events: 2, alert: { severity: 'high', count: 6 } });
  expect(finding.alertAfter).toBeLessThan(5);
});

it.each([
  ['about another user', { ...aboutVictim, subject: subjectOf({ user: '99999999-2222-4333-8444-555555555555' }) }, 0],
  ['of another rule', { ...aboutVictim, alert_type: 'failed_logins' }, 0],
  ['from before the attack', aboutVictim, 60_000],
])('does not count an alert %s', async (_, alert, earlier) => {
  // The time of the attack is over, so that there is one look only.
  const at = Date.now() - (probing.within + 1) * 1000;
  const finding = await watch(apiWith({ ...alert, at: at - earlier }), { victim: VICTIM }, { attack: probing, at });
  expect(finding).toMatchObject({ alert: null, alertAfter: null });
});

it('reports what was seen, and names what was missed', () => {
  const seen = { attack: probing, events: 6, alert: { severity: 'high', count: 6 } as const, alertAfter: 1.4 };
  const missed = { attack: attackNamed('Scraping'), events: 0, alert: null, alertAfter: null };
  const report = reportOf([seen, missed]);
  expect(report).toContain('seen: 6 × access_denied; alert suspicious_patterns (high, 6 events) after 1.4 s');
  expect(report).toContain('seen: no event: nothing looks for it; no alert');
  expect(report).toContain('1 of 2 attacks raised an alert. Missed: Scraping.');
});
