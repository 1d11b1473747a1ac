import * as z from 'zod/mini';
import type { AlertState } from '../../contract/admin/security-alerts.ts';
import { ALERT_RULE_NAMES, type AlertRuleName } from '../../contract/admin/security-rules.ts';
import { StoredAlert } from '../../domain/security/alert.ts';
import { defineEntity, NOT_A_PERSONS, NOT_PERSONAL } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/** The alerts in a state, by when they were raised, in gsi1. */
export const alertsIn = (state: AlertState): string => key('ALERTS', state);

/** A security alert, in a partition of its own. It is kept as long after it was raised as an event. */
export const securityAlertEntity = defineEntity({
  type: 'SECURITY_ALERT',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'security_events', expiresFrom: ({ created_at: at }) => at },
  onErase: { keep: 'Shows an attack on the platform, as the events that it counts. Names people by id only.' },
  exportView: {
    none: 'An export contains the events that it counts. What was decided about them would help an attacker.',
  },
  schema: StoredAlert,
  key: ({ id }: { id: string }) => ({ pk: key('ALERT', id), sk: 'META' }),
  // An id begins with the time when the alert was raised.
  indexes: { gsi1: ({ state, id }) => ({ pk: alertsIn(state), sk: id }) },
});

/** Partition of the label counts of all rules. */
export const ALERT_LABELS = 'ALERT_LABELS';

const count = z.optional(z.number());

/** How often alerts of a rule have each label. They stay counted after the alerts have expired. */
export const alertLabelsEntity = defineEntity({
  type: 'ALERT_LABELS',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    rule: z.enum(ALERT_RULE_NAMES),
    true_positive: count,
    benign: count,
    false_positive: count,
    undetermined: count,
  }),
  key: ({ rule }: { rule: AlertRuleName }) => ({ pk: ALERT_LABELS, sk: rule }),
});
