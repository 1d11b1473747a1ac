import { attacks, type Attack } from '../../../bin/drill/attacks.ts';
import { summaryOf, textOf, watch } from '../../../bin/drill/watch.ts';
import { subjectOf } from '../../../lambdas/domain/security/event.ts';
import type { ApiClient } from '../../../web/src/lib/api/api-client.ts';

const VICTIM = { email: 'listener@example.org', userId: '11111111-2222-4333-8444-555555555555' };

const attackNamed = (name: string): Attack => {
  const found = attacks.find((attack) => attack.name === name);
  if (!found) throw new Error(`There is no attack ${name}`);
  return found;
};

/** An API that shows two events about a subject, and one alert with some events as its evidence. */
const apiWith = (alert: {
  readonly subject: string;
  readonly alert_type: string;
  readonly events: readonly string[];
}): ApiClient => {
  const events = ['one', 'two'].map((id) => ({ id, subject: alert.subject }));
  const alerts = [{ ...alert, severity: 'high', count: 6 }];
  const call = async (key: string) => ({ items: key === 'security.list-alerts' ? alerts : events });
  return { call } as unknown as ApiClient;
};

const probing = attackNamed('Search for a way in');
const aboutVictim = {
  subject: subjectOf({ user: VICTIM.userId }),
  alert_type: 'suspicious_patterns',
  events: ['zero', 'one'],
};

it('finds the events and the alert of an attack, and states after how long', async () => {
  const at = Date.now();
  const finding = await watch(apiWith(aboutVictim), { victim: VICTIM }, { attack: probing, at });
  expect(finding).toMatchObject({ events: 2, alert: { severity: 'high', count: 6 } });
  expect(finding.alertAfter).toBeLessThan(5);
});

it.each([
  ['about another user', { ...aboutVictim, subject: subjectOf({ user: '99999999-2222-4333-8444-555555555555' }) }],
  ['of another rule', { ...aboutVictim, alert_type: 'failed_logins' }],
  ['about other events', { ...aboutVictim, events: ['zero'] }],
])('does not count an alert %s', async (_, alert) => {
  // The time of the attack is over, so that there is one look only.
  const at = Date.now() - (probing.within + 1) * 1000;
  const finding = await watch(apiWith(alert), { victim: VICTIM }, { attack: probing, at });
  expect(finding).toMatchObject({ alert: null, alertAfter: null });
});

it('reports what was seen, and names what was missed', () => {
  const seen = { attack: probing, events: 6, alert: { severity: 'high', count: 6 } as const, alertAfter: 1.4 };
  const missed = { attack: attackNamed('Scraping'), events: 0, alert: null, alertAfter: null };
  expect(textOf(seen)).toContain('seen: 6 × access_denied; alert suspicious_patterns (high, 6 events) after 1.4 s');
  expect(textOf(missed)).toContain('seen: no event: nothing looks for it; no alert');
  expect(summaryOf([seen, missed])).toBe('1 of 2 attacks raised an alert. Missed: Scraping.');
});
