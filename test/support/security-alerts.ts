import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { EventKind } from '../../lambdas/contract/admin/security-kinds.ts';
import { securityAlertEntity } from '../../lambdas/data/admin/security-alert-entity.ts';
import { securityEventEntity } from '../../lambdas/data/admin/security-event-repository.ts';
import type { StoredItem } from '../../lambdas/data/table/entity.ts';
import type { StoredAlert } from '../../lambdas/domain/security/alert.ts';
import { newSecurityEvent, type NewSecurityEvent } from '../../lambdas/domain/security/event.ts';

/** An unacknowledged alert of a user who does not exist. */
export const someAlert = (fields: Partial<StoredAlert> = {}): StoredAlert => {
  const userId = randomUUID();
  const at = new Date().toISOString();
  return {
    id: `alt_${ulid()}`,
    alert_type: 'failed_logins',
    severity: 'high',
    risk_score: 70,
    subject: `user:${userId}`,
    user_id: userId,
    created_at: at,
    first_at: at,
    last_at: at,
    count: 3,
    events: [ulid(), ulid(), ulid()],
    state: 'unacknowledged',
    acknowledged: null,
    label: null,
    version: 1,
    ...fields,
  };
};

/** An alert about failed sign-ins of no user unless `fields` name one. */
export const alertWith = (fields: Partial<StoredAlert> = {}): StoredAlert => {
  const at = fields.created_at ?? '2026-11-28T12:00:00.000Z';
  const { user_id: userId = null } = fields;
  return {
    id: `alt_${ulid(Date.parse(at))}`,
    alert_type: 'failed_logins',
    severity: 'high',
    risk_score: 70,
    subject: userId === null ? 'visitor:a-hash' : `user:${userId}`,
    user_id: userId,
    created_at: at,
    first_at: at,
    last_at: at,
    count: 3,
    events: [],
    state: 'unacknowledged',
    acknowledged: null,
    label: null,
    version: 1,
    ...fields,
  };
};

/** Alerts as stored items. */
export const alertItems = (alerts: readonly StoredAlert[]): readonly StoredItem[] =>
  alerts.map((alert) => securityAlertEntity.toItem(alert));

/** A security event about a user. */
export const someSecurityEvent = (userId: string, kind: EventKind, at = Date.now()): NewSecurityEvent =>
  newSecurityEvent({ kind, subject: { user: userId }, id: ulid(at), at });

/** A security event as a stored item. */
export const securityEventOf = (event: NewSecurityEvent): StoredItem => securityEventEntity.toItem(event);
