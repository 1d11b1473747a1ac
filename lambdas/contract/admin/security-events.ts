import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Cursor, line, pageLimit, pageOf, Timestamp, UserId } from '../shared.ts';
import { PAGES } from '../people/sign-in-events.ts';
import { BROWSER_EVENTS, EVENT_CATEGORIES, EVENT_NAMES, EVENT_SOURCES, SEVERITIES } from './security-kinds.ts';

const Kind = z.enum(EVENT_NAMES);

/** A security event (specification 000, section 3), as its readers see it. */
export const SecurityEventView = z.object({
  /** ULID; events sort by it. */
  id: z.string(),
  created_at: Timestamp,
  /** `server`: the server saw it. `browser`: a browser reported it, which its user can forge. */
  source: z.enum(EVENT_SOURCES),
  event_type: Kind,
  event_category: z.enum(EVENT_CATEGORIES),
  severity: z.enum(SEVERITIES),
  /** 0 to 100. */
  risk_score: z.number(),
  /**
   * Whom it is about: `user:<id>`, `visitor:<name>` for a network address and `account:<name>` for an unknown account.
   * The names are keyed hashes. Those of addresses change every day, so they distinguish visitors within a day only.
   */
  subject: z.string(),
  /** Null when no signed-in user is known. */
  user_id: z.nullable(UserId),
  session_id: z.nullable(z.string()),
  resource_type: z.string(),
  resource_id: z.nullable(z.string()),
  action_taken: z.string(),
  success: z.boolean(),
  error_message: z.nullable(z.string()),
  /** Numbers and names, never user input. */
  metadata: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The shortened network address, if the user allowed to store it. */
  ip_address: z.nullable(z.string()),
});
export type SecurityEventView = z.infer<typeof SecurityEventView>;

/** A security event with the current name of its user. */
export const NamedSecurityEvent = z.extend(SecurityEventView, {
  /** Null without a user, or when the profile no longer exists. */
  user_name: z.nullable(z.string()),
});
export type NamedSecurityEvent = z.infer<typeof NamedSecurityEvent>;

/** Hours of events that are listed unless the call states a time. */
export const RECENT_EVENT_HOURS = 24;
/** Events on a page of a user's own events. */
export const OWN_EVENTS_PAGE = 50;
/** Events on a page of the event log. */
export const EVENT_LOG_PAGE = 20;

/** Filters of the event log. An event must match all of them. */
export const SecurityEventFilter = z.strictObject({
  event_type: z.optional(Kind),
  event_category: z.optional(z.enum(EVENT_CATEGORIES)),
  severity: z.optional(z.enum(SEVERITIES)),
  source: z.optional(z.enum(EVENT_SOURCES)),
  user_id: z.optional(UserId),
  /** The least risk score. */
  min_risk: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100))),
  /** Inclusive. @default 24 hours before `to` */
  from: z.optional(Timestamp),
  /** Exclusive. @default now */
  to: z.optional(Timestamp),
});
export type SecurityEventFilter = z.infer<typeof SecurityEventFilter>;

const Name = line(100, 1).check(z.regex(/^[A-Za-z0-9_./-]+$/, 'Must be a name'));

/** Security events: of the current user, for every signed-in user. */
export const ownSecurityEndpoints = {
  'security.log-event': endpoint({
    method: 'POST',
    path: '/api/rpc/log_security_event',
    auth: 'user',
    summary:
      'Records what only the browser knows as a security event. The server sets user, session, time, address, ' +
      'severity and risk, so a call that states one of them is rejected. Returns 204 also for an event over the limit.',
    body: z.strictObject({
      p_event_type: z.enum(BROWSER_EVENTS),
      /** The page that the browser shows. */
      p_resource_id: z.optional(z.enum(PAGES)),
      /** At most ten names and whole numbers. */
      p_metadata: z.optional(
        z
          .record(Name, z.union([Name, z.number().check(z.int())]))
          .check(z.refine((details) => Object.keys(details).length <= 10, 'Must have at most 10 entries')),
      ),
    }),
    responses: { 204: null },
    errors: [],
  }),
  'security.list-own-events': endpoint({
    method: 'GET',
    path: '/api/security-events',
    auth: 'user',
    summary: "Lists the current user's security events, newest first, without the loads of pages.",
    query: z.strictObject({ cursor: z.optional(Cursor), limit: pageLimit(OWN_EVENTS_PAGE) }),
    responses: { 200: pageOf(SecurityEventView) },
    errors: ['invalid_cursor'],
  }),
};

/** The event log, for administrators. */
export const securityEventEndpoints = {
  'security.list-events': endpoint({
    method: 'GET',
    path: '/api/admin/security-events',
    auth: 'admin',
    summary:
      'Lists security events of a period, newest first, by default of the last 24 hours. A page can be short or ' +
      'empty before the last.',
    query: z.extend(SecurityEventFilter, { cursor: z.optional(Cursor), limit: pageLimit(EVENT_LOG_PAGE) }),
    responses: {
      200: z.extend(pageOf(NamedSecurityEvent), {
        /** Name of the requested `user_id`. Null without one, or when that profile no longer exists. */
        filter_user_name: z.nullable(z.string()),
      }),
    },
    errors: ['invalid_cursor'],
  }),
};
