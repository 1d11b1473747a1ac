import * as z from 'zod/mini';
import { severityOf } from '../../contract/admin/security-kinds.ts';
import { ALERT_RULE_NAMES, ALERT_RULES, type AlertRuleName } from '../../contract/admin/security-rules.ts';
import { Timestamp } from '../../contract/shared.ts';
import { NO_STATE, type OpenAlert, type RuleState } from '../../domain/security/detect.ts';
import { orRetry } from '../table/errors.ts';
import { defineEntity } from '../table/entity.ts';
import { followsVersion, isNew } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { securityAlertEntity } from './security-alert-entity.ts';

/** A rule and whom its events are about. */
export interface RuleSubject {
  readonly rule: AlertRuleName;
  readonly subject: string;
}

const CountedEvent = z.object({ id: z.string(), at: z.number(), risk: z.number() });

/** What a rule remembers about a subject (`RuleState`). */
export const alertWindowEntity = defineEntity({
  type: 'ALERT_WINDOW',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'alert_windows', expiresFrom: ({ updated_at: at }) => at },
  onErase: { keep: 'Shows an attack while it lasts, and expires soon after it.' },
  exportView: { none: 'An export contains the events that it counts.' },
  schema: z.object({
    rule: z.enum(ALERT_RULE_NAMES),
    subject: z.string(),
    updated_at: Timestamp,
    seen: z.array(z.string()),
    ignored_until: z.number(),
    pending: z.array(CountedEvent),
    alert: z.nullable(
      z.object({
        id: z.string(),
        first_at: z.number(),
        last_at: z.number(),
        count: z.number(),
        risk: z.number(),
        events: z.array(z.string()),
      }),
    ),
    version: z.number(),
  }),
  key: ({ rule, subject }: RuleSubject) => ({ pk: key('ALERT_WINDOW', rule, subject), sk: 'STATE' }),
});

/** What a rule remembers about a subject, with the version of the stored item: 0 for none. */
export interface StoredState {
  readonly state: RuleState;
  readonly version: number;
}

/** What events changed. */
export interface Detection extends RuleSubject {
  /** Null for a subject without a user. */
  readonly userId: string | null;
  readonly stored: StoredState;
  readonly state: RuleState;
  /** The alerts that events were added to or that they raised, as they are now. */
  readonly alerts: readonly OpenAlert[];
  /** Ids of those that they raised. */
  readonly raised: ReadonlySet<string>;
}

const iso = (at: number): string => new Date(at).toISOString();

/** What the detector knows of an alert, as it is stored. */
const detected = (rule: AlertRuleName, { first_at, last_at, count, risk, events }: OpenAlert) => {
  const score = ALERT_RULES[rule].risk ?? risk;
  return {
    severity: severityOf(score),
    risk_score: score,
    first_at: iso(first_at),
    last_at: iso(last_at),
    count,
    events: [...events],
  };
};

export type AlertWindowRepository = ReturnType<typeof createAlertWindowRepository>;

/** What the rules remember, and the alerts that they raise. Numbers refer to access-patterns.md. */
export const createAlertWindowRepository = (table: Table) => {
  const alertWrite = ({ rule, subject, userId, raised }: Detection, alert: OpenAlert, now: number): Write => {
    const fields = detected(rule, alert);
    // A person may have changed the alert meanwhile, so only what the detector knows is written.
    if (!raised.has(alert.id))
      return table.write.update(securityAlertEntity.key(alert), { set: fields, add: { version: 1 } });
    const item = securityAlertEntity.toItem({
      ...fields,
      id: alert.id,
      alert_type: rule,
      subject,
      user_id: userId,
      created_at: iso(now),
      state: 'unacknowledged',
      acknowledged: null,
      label: null,
      version: 1,
    });
    return table.write.put(item, isNew);
  };

  return {
    /** AL2. What a rule remembers about a subject, strongly consistent. */
    async read(of: RuleSubject): Promise<StoredState> {
      const item = await table.get(alertWindowEntity.key(of), { consistent: true });
      return item
        ? { state: alertWindowEntity.parse(item), version: Number(item['version']) }
        : { state: NO_STATE, version: 0 };
    },

    /**
     * AL3. Stores what a rule remembers together with the alerts that changed. Returns RETRY when another write came
     * first.
     */
    save(detection: Detection, now: number) {
      const { rule, subject, stored, state, alerts } = detection;
      const { seen, ignored_until, pending, alert } = state;
      const item = alertWindowEntity.toItem({
        rule,
        subject,
        updated_at: iso(now),
        seen: [...seen],
        ignored_until,
        pending: [...pending],
        alert: alert && { ...alert, events: [...alert.events] },
        version: stored.version + 1,
      });
      return orRetry(
        table.transact([
          table.write.put(item, followsVersion(stored.version)),
          ...alerts.map((one) => alertWrite(detection, one, now)),
        ]),
        0,
      );
    },
  };
};
