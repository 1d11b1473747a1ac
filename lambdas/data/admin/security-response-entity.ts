import * as z from 'zod/mini';
import { ALERT_RULE_NAMES, RESPONSE_ACTIONS } from '../../contract/admin/security-rules.ts';
import { StoredResponse } from '../../domain/security/response.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/** All responses by when they began, in gsi1. */
export const RESPONSES = 'RESPONSES';

/** A response to a security alert, in a partition of its own. */
export const securityResponseEntity = defineEntity({
  type: 'SECURITY_RESPONSE',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'security_events', expiresFrom: ({ created_at: at }) => at },
  onErase: { keep: 'Shows what administrators did about an attack on the platform. Names people by id only.' },
  exportView: {
    none: 'An export contains what is restricted. Which alert led to it, and who decided, would help an attacker.',
  },
  schema: StoredResponse,
  key: ({ id }: { id: string }) => ({ pk: key('RESPONSE', id), sk: 'META' }),
  // An id begins with the time when the response began, or when its alert was raised.
  indexes: { gsi1: ({ id }) => ({ pk: RESPONSES, sk: id }) },
});

/** What the rules of alerts may do automatically. Rules that were added since are missing. */
export const securitySettingsEntity = defineEntity({
  type: 'SECURITY_SETTINGS',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: { keep: 'Holds no personal data: who changed them is in the audit log.' },
  exportView: NOT_A_PERSONS,
  schema: z.object({
    automatic: z.partialRecord(z.enum(ALERT_RULE_NAMES), z.array(z.enum(RESPONSE_ACTIONS))),
    mail_alerts: z.boolean(),
    version: z.number(),
  }),
  key: () => ({ pk: 'SECURITY_SETTINGS', sk: 'META' }),
});
