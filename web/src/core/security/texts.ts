import type { EventKind } from '../../../../lambdas/contract/admin/security-kinds.ts';

/** Display names of the kinds of security events, for users and for administrators. */
export const eventNames: Readonly<Record<EventKind, string>> = {
  sign_in: 'Signed in',
  login_failed: 'Sign-in not completed',
  session_extended: 'Session extended',
  session_timeout_warning: 'Session about to expire',
  session_expired: 'Session expired',
  session_ended: 'Session ended',
  concurrent_limit: 'Sign-in without room for a session',
  device_change: 'Sign-in on a new device',
  token_moved: 'Session used in another browser',
  smart_token_issued: 'Smart token created',
  smart_token_revoked: 'Smart token revoked',
  token_stolen: 'Smart token used without its key',
  token_rejected: 'Call without a valid sign-in',
  signature_rejected: 'Message with a wrong signature',
  access_denied: 'Access denied',
  role_change: 'Role changed',
  account_disabled: 'Account disabled',
  account_enabled: 'Account enabled',
  request_rejected: 'Invalid request',
  rate_limited: 'Too many requests',
  events_limited: 'Too many security events',
  page_view: 'Page opened',
  behavior_anomaly: 'Unusual behavior',
  input_validated: 'Input accepted',
  input_validation_failed: 'Input rejected',
  monitoring_error: 'Live monitor failed',
  token_unverified: 'Sign-in not verified by the browser',
  content_blocked: 'Content blocked by the browser',
  auto_response_failed: 'Automatic response failed',
};

/** The display name of a kind. A kind of a newer release is shown by its identifier. */
export const eventName = (kind: string): string =>
  (eventNames as Readonly<Record<string, string>>)[kind] ?? kind.replaceAll('_', ' ');
