import type { AlertState } from '../../contract/admin/security-alerts.ts';
import { StoredAlert } from '../../domain/security/alert.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/** The alerts in a state, by when they were raised, in gsi1. */
export const alertsIn = (state: AlertState): string => key('ALERTS', state);

/** A security alert, in a partition of its own. It expires as long after its last event as the event. */
export const securityAlertEntity = defineEntity({
  type: 'SECURITY_ALERT',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'security_events', expiresFrom: ({ last_at: at }) => at },
  onErase: { keep: 'Shows an attack on the platform, as the events that it counts. Names people by id only.' },
  exportView: { none: 'An export contains the events that it counts. How they were judged would help an attacker.' },
  schema: StoredAlert,
  key: ({ id }: { id: string }) => ({ pk: key('ALERT', id), sk: 'META' }),
  // An id begins with the time when the alert was raised.
  indexes: { gsi1: ({ state, id }) => ({ pk: alertsIn(state), sk: id }) },
});
