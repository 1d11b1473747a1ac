import type { ErrorCode } from '../../contract/errors.ts';
import type { EventKind } from '../../contract/admin/security-kinds.ts';

/** What the rejection of a call says about security: a kind of event, or why it says nothing. */
export type Rejection = EventKind | { readonly none: string };

const MISSING: Rejection = { none: 'The link is old, or someone else deleted it.' };
const CONFLICT: Rejection = { none: 'Users and workers change things at the same time.' };
const OWN_RULE: Rejection = { none: 'A rule of the product, which our screens also reach.' };
const FAILURE: Rejection = { none: 'We failed, and not the caller. Alarms notice it.' };

/** What each error code says about security. A new code needs an entry. */
export const rejections: Readonly<Record<ErrorCode, Rejection>> = {
  validation_failed: 'request_rejected',
  malformed_json: 'request_rejected',
  invalid_cursor: 'request_rejected',
  body_too_large: 'request_rejected',
  file_too_large: 'request_rejected',
  token_invalid: 'token_rejected',
  smart_token_invalid: 'token_rejected',
  signature_invalid: 'signature_rejected',
  forbidden: 'access_denied',
  account_disabled: 'access_denied',
  wrong_token_use: 'access_denied',
  too_many_requests: 'rate_limited',

  code_rejected: { none: 'People mistype codes. Who guesses reaches a rate limit, which is recorded.' },
  passkey_rejected: { none: 'Browsers and devices fail at this on their own.' },
  unauthenticated: { none: 'A call without a token, such as after a sign-out in another tab.' },
  insufficient_authentication: { none: 'Our screens then ask the user to confirm who they are.' },
  session_ended: { none: 'Its end is recorded itself. A page that was open learns of it by several calls at once.' },
  session_expired: { none: 'As `session_ended`.' },
  factor_required: { none: 'Our screens then ask the user to set up a second factor, or to sign in with it.' },
  account_locked: { none: 'The effect of a response to an alert, which is recorded itself.' },
  consent_required: { none: 'The user withdrew in another browser, and this one learns it by the call.' },
  session_limit: { none: 'The sign-in without room is recorded as `concurrent_limit`.' },
  plan_required: { none: 'Our screens then show the plans.' },
  unsupported_format: { none: 'Our screens let users choose any file.' },

  not_found: MISSING,
  content_not_found: MISSING,
  category_not_found: MISSING,
  creator_not_found: MISSING,
  upload_not_found: MISSING,
  session_not_found: MISSING,
  step_not_found: MISSING,
  job_not_found: MISSING,
  request_not_found: MISSING,
  playlist_not_found: MISSING,
  alert_not_found: MISSING,
  response_not_found: MISSING,
  smart_token_not_found: MISSING,
  user_not_found: MISSING,
  factor_not_found: MISSING,
  entry_not_found: MISSING,
  transcript_not_found: MISSING,
  segment_not_found: MISSING,
  script_not_found: MISSING,
  media_not_available: MISSING,

  already_exists: CONFLICT,
  email_exists: CONFLICT,
  version_conflict: CONFLICT,
  notice_changed: CONFLICT,
  invalid_state: CONFLICT,
  checkout_in_progress: CONFLICT,
  upload_incomplete: CONFLICT,

  last_admin: OWN_RULE,
  review_required: OWN_RULE,
  evidence_not_opened: OWN_RULE,
  reason_required: OWN_RULE,
  TRIAL_ACTIVE_SUBSCRIPTION: OWN_RULE,
  TRIAL_ALREADY_USED: OWN_RULE,
  already_subscribed: OWN_RULE,
  no_billing_account: OWN_RULE,
  quota_exceeded: OWN_RULE,
  limit_reached: OWN_RULE,

  internal_error: FAILURE,
  billing_unavailable: FAILURE,
  unavailable: FAILURE,
};
