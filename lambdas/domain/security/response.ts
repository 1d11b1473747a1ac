import * as z from 'zod/mini';
import { AlertId } from '../../contract/admin/security-alerts.ts';
import {
  ResponseId,
  type ResponseState,
  type SecurityResponse,
  type SecuritySettings,
} from '../../contract/admin/security-responses.ts';
import {
  ALERT_RULE_NAMES,
  RESPONSE_ACTIONS,
  type AlertRuleName,
  type ResponseAction,
} from '../../contract/admin/security-rules.ts';
import { Timestamp, UserId } from '../../contract/shared.ts';
import type { StoredAlert } from './alert.ts';
import { eventId } from './event-id.ts';
import { endOf, isRestricting } from './restrictions.ts';

/** A response as it is stored. Its state follows from it and the time. Names are read when it is shown. */
export const StoredResponse = z.object({
  id: ResponseId,
  action: z.enum(RESPONSE_ACTIONS),
  trigger_type: z.enum(ALERT_RULE_NAMES),
  alert_id: AlertId,
  user_id: z.optional(UserId),
  created_at: Timestamp,
  /** The administrator; missing when a rule did it. */
  by: z.optional(UserId),
  /** When it ends automatically, or ended because a further response replaced it. Missing when it was over at once. */
  until: z.optional(Timestamp),
  undone: z.optional(z.object({ by: UserId, at: Timestamp })),
  /** Why it failed, as a sentence. */
  error: z.optional(z.string()),
  /** Raised by each change. */
  version: z.number(),
});
export type StoredResponse = z.infer<typeof StoredResponse>;

/** The state of a response at a time (milliseconds). At its end, it has ended. */
export const stateOf = ({ until, undone, error }: StoredResponse, now: number): ResponseState => {
  if (error !== undefined) return 'failed';
  if (undone) return 'undone';
  if (until === undefined) return 'done';
  return Date.parse(until) > now ? 'active' : 'expired';
};

/** A response as administrators see it. `now` in milliseconds. */
export const responseView = (
  response: StoredResponse,
  names: ReadonlyMap<string, string>,
  now: number,
): SecurityResponse => {
  const nameOf = (id: string | undefined): string | null => (id === undefined ? null : (names.get(id) ?? null));
  const { id, action, trigger_type, alert_id, user_id, created_at, by, until, undone, error } = response;
  return {
    id,
    action,
    trigger_type,
    alert_id,
    user_id: user_id ?? null,
    user_name: nameOf(user_id),
    created_at,
    by: by ?? null,
    by_name: nameOf(by),
    state: stateOf(response, now),
    expires_at: until ?? null,
    undone: undone ? { ...undone, by_name: nameOf(undone.by) } : null,
    error: error ?? null,
  };
};

/** The users whose names a response shows. */
export const usersIn = ({ user_id: user, by, undone }: StoredResponse): readonly string[] =>
  [user, by, undone?.by].filter((id) => id !== undefined);

/** The response to an alert that begins now (milliseconds). */
export const newResponse = (
  id: string,
  action: ResponseAction,
  alert: Pick<StoredAlert, 'id' | 'alert_type' | 'user_id'>,
  { by, now }: { readonly by?: string | undefined; readonly now: number },
): StoredResponse => {
  const end = endOf(action, now);
  return {
    id,
    action,
    trigger_type: alert.alert_type,
    alert_id: alert.id,
    ...(alert.user_id === null ? {} : { user_id: alert.user_id }),
    created_at: new Date(now).toISOString(),
    ...(by === undefined ? {} : { by }),
    ...(end === null ? {} : { until: new Date(end).toISOString() }),
    version: 1,
  };
};

/** A response that had no effect, and why. */
export const failedResponse = ({ until: _none, ...response }: StoredResponse, error: string): StoredResponse => ({
  ...response,
  error,
});

/**
 * The id of the response that a rule makes to an alert automatically: the same whenever the alert is delivered again,
 * so that each action is taken once.
 */
export const automaticResponseId = (alert: Pick<StoredAlert, 'id' | 'created_at'>, action: ResponseAction): string =>
  `rsp_${eventId(Date.parse(alert.created_at), `${alert.id} ${action}`)}`;

/** The actions of settings for every rule, each once and in the order of the actions. */
export const everyRule = (
  automatic: Readonly<Partial<Record<AlertRuleName, readonly ResponseAction[]>>>,
): SecuritySettings['automatic'] =>
  Object.fromEntries(
    ALERT_RULE_NAMES.map((rule) => [rule, RESPONSE_ACTIONS.filter((action) => automatic[rule]?.includes(action))]),
  ) as SecuritySettings['automatic'];

/** The settings until an administrator changes them: nothing happens automatically. */
export const initialSecuritySettings: SecuritySettings = { automatic: everyRule({}), mail_alerts: false, version: 0 };

/** Severities whose alerts are sent to administrators when the settings say so. */
const MAILED: ReadonlySet<string> = new Set(['high', 'critical']);

/**
 * What happens automatically when an alert is raised, by the settings. An alert that is about no user restricts no one.
 */
export const automaticActions = (
  { automatic, mail_alerts: mails }: SecuritySettings,
  alert: Pick<StoredAlert, 'alert_type' | 'user_id' | 'severity'>,
): readonly ResponseAction[] =>
  RESPONSE_ACTIONS.filter(
    (action) =>
      (automatic[alert.alert_type].includes(action) || (action === 'admin_notification' && mails && isMailed(alert))) &&
      (alert.user_id !== null || !isRestricting(action)),
  );

const isMailed = ({ severity }: Pick<StoredAlert, 'severity'>): boolean => MAILED.has(severity);
