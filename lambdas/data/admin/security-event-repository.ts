import { SecurityEvent, type EventTraces } from '../../domain/security/event.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import { isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** A security event, by month and by user. It expires. */
export const securityEventEntity = defineEntity({
  type: 'SECURITY_EVENT',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'security_events', expiresFrom: ({ created_at: at }) => at },
  onErase: { keep: 'Shows attacks on the platform. Kept for its period under legitimate interest.' },
  exportView: ({ user_id: _user, ...event }) => event,
  schema: SecurityEvent,
  key: ({ created_at: at, id }: { created_at: string; id: string }) => ({
    pk: key('SECURITY', at.slice(0, 7)),
    sk: id,
  }),
  ofPerson: { index: 'gsi1', partition: (userId) => key('SECURITY_OF', userId) },
  indexes: { gsi1: ({ id, user_id: userId }) => ({ pk: key('SECURITY_OF', userId), sk: id }) },
});

export type SecurityEventRepository = ReturnType<typeof createSecurityEventRepository>;

/** Security events. Numbers refer to access-patterns.md. */
export const createSecurityEventRepository = (table: Table) => ({
  /** X1. Records an event, once for each id. Throws for traces that another user consented to. */
  async put(event: Omit<SecurityEvent, keyof EventTraces>, { ip_address: address }: EventTraces = {}): Promise<void> {
    if (address && address.userId !== event.user_id) throw new Error('The consent of another user covers no event');
    await ignoreConditionFailed(table.put(securityEventEntity.toItem({ ...event, ip_address: address?.value }), isNew));
  },
});
