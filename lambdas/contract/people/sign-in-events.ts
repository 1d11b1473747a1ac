/**
 * Security events of a user's own sign-ins, which their account shows: a sign-in, one without room for a session, a
 * device that is new to the account, a session that was about to expire, was extended or expired.
 */
export const SIGN_IN_EVENTS = [
  'sign_in',
  'concurrent_limit',
  'device_change',
  'session_timeout_warning',
  'session_extended',
  'session_expired',
] as const;
export type SignInEvent = (typeof SIGN_IN_EVENTS)[number];

/** The event of a load of the site. */
export const PAGE_VIEW = 'page_view';

/**
 * What is stored only by consent: a shortened network address in security events (`address`); loads of the site,
 * behavioral patterns, the anomalies found in them and their points in the trust of smart tokens (`behavior`); that the
 * place of a session was known, in the trust of smart tokens (`place`); how well the user's plays went (`playback`).
 */
export const TRACE_KINDS = ['address', 'behavior', 'place', 'playback'] as const;
export type TraceKind = (typeof TRACE_KINDS)[number];

/** The pages that a `page_view` event can name, by the first part of their path. `other`: any other page. */
export const PAGES = [
  'home',
  'auth',
  'plans',
  'billing',
  'streaming',
  'playlist',
  'history',
  'my-titles',
  'privacy',
  'why-choose-us',
  'admin',
  'other',
] as const;
export type PageName = (typeof PAGES)[number];
