import { setTimeout } from 'node:timers/promises';
import type { NamedSecurityEvent } from '../../lambdas/contract/admin/security-events.ts';
import type { SecurityAlert } from '../../lambdas/contract/admin/security-alerts.ts';
import { subjectOf } from '../../lambdas/domain/security/event.ts';
import type { ApiClient } from '../../web/src/lib/api/api-client.ts';
import type { Attack, Target } from './attacks.ts';

/** Milliseconds between two looks at the security center. */
const LOOK_EVERY_MS = 1000;
/** Events of one look. */
const EVENTS_READ = 100;

/** What was seen of an attack. */
export interface Finding {
  readonly attack: Attack;
  /** Events of the expected kind. */
  readonly events: number;
  /** Seconds from the begin of the attack to the alert. Null when there was none in time. */
  readonly alertAfter: number | null;
  /** What the alert says; null without one. */
  readonly alert: Pick<SecurityAlert, 'severity' | 'count'> | null;
}

/** An attack that began. Milliseconds since 1970. */
export interface Begun {
  readonly attack: Attack;
  readonly at: number;
}

const isAbout = ({ about }: Attack, { victim }: Pick<Target, 'victim'>, subject: string): boolean =>
  about === 'victim' ? subject === subjectOf({ user: victim.userId }) : subject.startsWith('visitor:');

/** Seconds since a time, with one decimal. */
const secondsSince = (at: number): number => Math.round((Date.now() - at) / 100) / 10;

/** What the administrators' screens show of an attack at this moment. */
const look = async (api: ApiClient, target: Pick<Target, 'victim'>, { attack, at }: Begun): Promise<Finding> => {
  const { leaves, raises, earlier = 0 } = attack;
  const from = new Date(at - earlier * 1000).toISOString();
  const seen: readonly NamedSecurityEvent[] =
    leaves === null
      ? []
      : (await api.call('security.list-events', { query: { from, event_type: leaves, limit: EVENTS_READ } })).items;
  const { items } = await api.call('security.list-alerts', { query: { state: 'unacknowledged' } });
  const left = new Set(seen.filter(({ subject }) => isAbout(attack, target, subject)).map(({ id }) => id));
  const alert = items.find((one) => one.alert_type === raises && one.events.some((id) => left.has(id)));
  return {
    attack,
    events: left.size,
    alertAfter: alert ? secondsSince(at) : null,
    alert: alert ?? null,
  };
};

/** Looks at the security center until an attack was seen, or its time is over. */
export const watch = async (api: ApiClient, target: Pick<Target, 'victim'>, begun: Begun): Promise<Finding> => {
  const deadline = begun.at + begun.attack.within * 1000;
  for (;;) {
    const finding = await look(api, target, begun);
    if (finding.alert || begun.attack.raises === null || Date.now() >= deadline) return finding;
    await setTimeout(LOOK_EVERY_MS);
  }
};

const eventsText = ({ attack, events }: Finding): string => {
  if (attack.leaves === null) return 'no event: nothing looks for it';
  return `${events >= EVENTS_READ ? `at least ${events}` : events} × ${attack.leaves}`;
};

/** What was seen of an attack, in two lines. */
export const textOf = (finding: Finding): string => {
  const { attack, alert, alertAfter } = finding;
  const raised = alert
    ? `alert ${attack.raises} (${alert.severity}, ${alert.count} events) after ${alertAfter} s`
    : 'no alert';
  return `${attack.name}: ${attack.does}\n  seen: ${eventsText(finding)}; ${raised}`;
};

/** How many attacks raised an alert, and which did not. */
export const summaryOf = (findings: readonly Finding[]): string => {
  const missed = findings.filter(({ alert }) => !alert).map(({ attack }) => attack.name);
  const summary = `${findings.length - missed.length} of ${findings.length} attacks raised an alert.`;
  return missed.length === 0 ? summary : `${summary} Missed: ${missed.join(', ')}.`;
};
