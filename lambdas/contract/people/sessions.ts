import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Timestamp, pageOf, pageQuery } from '../shared.ts';
import { PAGES, SIGN_IN_EVENTS } from './sign-in-events.ts';

/** Seconds without activity after which a session ends. */
export const SESSION_SECONDS = 24 * 60 * 60;

/** A session: the `origin_jti` of its tokens, which is the same after each refresh. */
export const SessionId = z.string().check(z.regex(/^[0-9a-f-]{36}$/, 'Must be a session id'));

const degrees = (max: number) => z.number().check(z.minimum(-max), z.maximum(max));

/** A position on the map, in degrees. Stored with one decimal only. */
export const Place = z.strictObject({ latitude: degrees(90), longitude: degrees(180) });
export type Place = z.infer<typeof Place>;

/** One sign-in that is still active. */
export const Session = z.object({
  id: SessionId,
  /** Browser and operating system as the browser names them, such as "Firefox on Windows". */
  device: z.string(),
  /** About where it is used, if the user allows to store that and the browser said it. */
  place: z.nullable(Place),
  begun_at: Timestamp,
  /** The last activity that the server knows; up to 15 minutes old. */
  seen_at: Timestamp,
  expires_at: Timestamp,
  /** Whether this call belongs to it. */
  current: z.boolean(),
  /** Whether it was opened on a device that the account had not used before, and no one has confirmed it yet. */
  new_device: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** All active sessions of a user. */
export const SessionList = z.object({
  items: z.array(Session),
  /** Maximum number of sessions. */
  limit: z.number(),
});
export type SessionList = z.infer<typeof SessionList>;

/** A security event of one of the user's own sign-ins. */
export const SignInActivity = z.object({
  id: z.string(),
  created_at: Timestamp,
  event_type: z.enum(SIGN_IN_EVENTS),
  /** False for a sign-in that was not admitted. */
  success: z.boolean(),
  /** Browser and operating system; null if they were not recorded. */
  device: z.nullable(z.string()),
  /** About where its session is used, while that is active, if the user allows to store that. */
  place: z.nullable(Place),
  /** The shortened network address, if the user allowed to store it. */
  ip_address: z.nullable(z.string()),
  /** Whether it is about the session of this call. */
  current: z.boolean(),
});
export type SignInActivity = z.infer<typeof SignInActivity>;

/** Seconds until the session of this call ends without activity. Relative, because clocks of devices differ. */
const ExpiresIn = z.object({ expires_in: z.number() });

const ofOne = z.strictObject({ sessionId: SessionId });

/**
 * Sessions of the current user. Those with `beyondSessionLimit` also answer a sign-in that exceeds the limit, so that
 * its user can end another one.
 */
export const sessionEndpoints = {
  'sessions.list-sessions': endpoint({
    method: 'GET',
    path: '/api/sessions',
    auth: 'user',
    summary: "Lists the current user's active sessions: that of this call, then the most recently used ones.",
    responses: { 200: SessionList },
    errors: [],
    beyondSessionLimit: true,
    beforeFactor: true,
  }),
  'sessions.end-session': endpoint({
    method: 'DELETE',
    path: '/api/sessions/{sessionId}',
    auth: 'user',
    summary:
      "Ends one of the current user's sessions: its next call is denied, and its live channel closes. Clients end " +
      'their own when a user signs out, so that its place is free at once.',
    params: ofOne,
    responses: { 204: null },
    errors: ['session_not_found'],
    beyondSessionLimit: true,
    beforeFactor: true,
  }),
  'sessions.end-others': endpoint({
    method: 'DELETE',
    path: '/api/sessions',
    auth: 'user',
    summary: "Ends all of the current user's sessions but this one.",
    responses: { 204: null },
    errors: [],
    beyondSessionLimit: true,
    beforeFactor: true,
  }),
  'sessions.record-activity': endpoint({
    method: 'POST',
    path: '/api/current-session/activity',
    auth: 'user',
    summary: 'Records that the user is active, which extends this session to 24 hours from now.',
    body: z.strictObject({
      /** `extended`: the user chose to extend the session, which is a security event. */
      by: z.enum(['activity', 'extended']),
    }),
    responses: { 200: ExpiresIn },
    errors: [],
  }),
  'sessions.get-current': endpoint({
    method: 'GET',
    path: '/api/current-session',
    auth: 'user',
    summary: 'Returns when this session ends. The call does not extend it.',
    responses: { 200: ExpiresIn },
    errors: [],
  }),
  'sessions.record-place': endpoint({
    method: 'PUT',
    path: '/api/current-session/place',
    auth: 'user',
    summary:
      'Records about where this session is used, rounded to 0.1 degrees. Without consent to analytics and functional ' +
      'enhancements, the call has no effect.',
    body: Place,
    responses: { 204: null },
    errors: [],
  }),
  'sessions.record-page-view': endpoint({
    method: 'POST',
    path: '/api/current-session/page-view',
    auth: 'user',
    summary:
      'Records that the user loaded the site, and on which page. Without consent to behavioral security analysis, ' +
      'the call has no effect.',
    body: z.strictObject({ page: z.enum(PAGES) }),
    responses: { 204: null },
    errors: [],
  }),
  'sessions.list-activity': endpoint({
    method: 'GET',
    path: '/api/sign-in-activity',
    auth: 'user',
    summary: "Lists what was recorded of the current user's sign-ins, newest first.",
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(SignInActivity) },
    errors: ['invalid_cursor'],
  }),
  'sessions.recognize-device': endpoint({
    method: 'PUT',
    path: '/api/current-session/device',
    auth: 'user',
    summary: 'Recognizes the device by a cookie, or sets the cookie, and returns whether it is new to the account.',
    responses: { 200: z.object({ changed: z.boolean() }) },
    errors: [],
  }),
  'sessions.confirm-device': endpoint({
    method: 'POST',
    path: '/api/sessions/{sessionId}/confirm-device',
    auth: 'user',
    summary: 'Confirms that a session on a new device is one of the user. Denied to sessions on new devices.',
    params: ofOne,
    responses: { 204: null },
    errors: ['session_not_found', 'invalid_state'],
  }),
  'sessions.renew-session': endpoint({
    method: 'POST',
    path: '/api/current-session/renew',
    auth: 'user',
    summary: 'Replaces the session of an older access token by this one, after its user proved who they are again.',
    body: z.strictObject({ previous: z.string().check(z.minLength(1), z.maxLength(4096)) }),
    responses: { 204: null },
    errors: ['session_not_found'],
    beyondSessionLimit: true,
    beforeFactor: true,
  }),
};
