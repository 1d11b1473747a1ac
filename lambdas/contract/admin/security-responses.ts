import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { line, Timestamp, UserId } from '../shared.ts';
import { AlertId } from './security-alerts.ts';
import { ALERT_RULE_NAMES, RESPONSE_ACTIONS, RESPONSES_SHOWN } from './security-rules.ts';

export { LIMITED_CALLS_A_MINUTE, RESPONSE_SECONDS } from './security-effects.ts';

/** The id of a response. */
export const ResponseId = z.string().check(z.regex(/^rsp_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'Must be a response id'));

const ResponseActionName = z.enum(RESPONSE_ACTIONS);

/** `active` until it expires or is undone; `done`: over at once; `failed`: had no effect, and `error` says why. */
export const ResponseState = z.enum(['active', 'done', 'expired', 'undone', 'failed']);
export type ResponseState = z.infer<typeof ResponseState>;

/** A response to an alert. */
export const SecurityResponse = z.object({
  id: ResponseId,
  action: ResponseActionName,
  /** The rule whose alert it responds to. */
  trigger_type: z.enum(ALERT_RULE_NAMES),
  alert_id: AlertId,
  user_id: z.nullable(UserId),
  /** Null without a user, or when the profile no longer exists. */
  user_name: z.nullable(z.string()),
  created_at: Timestamp,
  /** The administrator; null when a rule that an administrator switched on did it. */
  by: z.nullable(UserId),
  by_name: z.nullable(z.string()),
  state: ResponseState,
  /** When it ends automatically; null for an action that is over at once. */
  expires_at: z.nullable(Timestamp),
  /** Who undid it, and when. */
  undone: z.nullable(z.object({ by: UserId, by_name: z.nullable(z.string()), at: Timestamp })),
  /** Why it failed, as a sentence. */
  error: z.nullable(z.string()),
});
export type SecurityResponse = z.infer<typeof SecurityResponse>;

/** What the rules may do automatically, and whether administrators get emails. Versioned and audited. */
export const SecuritySettings = z.object({
  /** The actions that each rule takes automatically when it raises an alert about a user; none unless switched on. */
  automatic: z.record(z.enum(ALERT_RULE_NAMES), z.array(ResponseActionName)),
  /** Whether high and critical alerts are sent to all administrators by email. */
  mail_alerts: z.boolean(),
  /** Raised by each change. */
  version: z.number(),
});
export type SecuritySettings = z.infer<typeof SecuritySettings>;

/** Responses to security alerts, for administrators. */
export const securityResponseEndpoints = {
  'security.respond': endpoint({
    method: 'POST',
    path: '/api/functions/security-response',
    auth: 'admin',
    ...STEP_UP,
    summary:
      'Takes an action about the user of an alert. Fails with `last_admin` when no administrator could act any more, ' +
      'and with `invalid_state` for oneself, a disabled account, and an alert without a user, unless it is a ' +
      'notification.',
    body: z.strictObject({
      action: ResponseActionName,
      triggerType: z.enum(ALERT_RULE_NAMES),
      alertId: AlertId,
      reason: line(500, 1),
    }),
    responses: { 201: SecurityResponse },
    errors: ['alert_not_found', 'invalid_state', 'last_admin', 'version_conflict'],
  }),
  'security.undo-response': endpoint({
    method: 'POST',
    path: '/api/admin/security-responses/{responseId}/undo',
    auth: 'admin',
    ...STEP_UP,
    summary: 'Ends the effect of a response. Fails with `invalid_state` when it has none any more.',
    params: z.strictObject({ responseId: ResponseId }),
    body: z.strictObject({ reason: line(500, 1) }),
    responses: { 200: SecurityResponse },
    errors: ['response_not_found', 'invalid_state', 'version_conflict'],
  }),
  'security.list-responses': endpoint({
    method: 'GET',
    path: '/api/admin/security-responses',
    auth: 'admin',
    summary: 'Lists the newest 50 responses.',
    responses: { 200: z.object({ items: z.array(SecurityResponse).check(z.maxLength(RESPONSES_SHOWN)) }) },
    errors: [],
  }),
  'security.get-settings': endpoint({
    method: 'GET',
    path: '/api/admin/security-settings',
    auth: 'admin',
    summary: 'Returns what the rules may do automatically.',
    responses: { 200: SecuritySettings },
    errors: [],
  }),
  'security.set-settings': endpoint({
    method: 'PUT',
    path: '/api/admin/security-settings',
    auth: 'admin',
    ...STEP_UP,
    summary: 'Changes what the rules may do automatically.',
    body: z.strictObject(SecuritySettings.shape),
    responses: { 200: SecuritySettings },
    errors: ['version_conflict'],
  }),
};
