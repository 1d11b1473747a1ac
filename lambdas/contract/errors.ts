/**
 * Every error code of the API, with its HTTP status and title (RFC 9457 `title`). Screens pick their text by code. The
 * response's `detail` can add specifics.
 */
export const errorTable = {
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The request body is not valid JSON' },
  invalid_cursor: { status: 400, title: 'The page cursor is not valid' },
  code_rejected: { status: 400, title: 'The code is incorrect or has expired' },
  passkey_rejected: { status: 400, title: 'The passkey was not accepted' },
  unauthenticated: { status: 401, title: 'Sign in to continue' },
  token_invalid: { status: 401, title: 'The access token is not valid' },
  session_ended: { status: 401, title: 'This session was ended. Sign in to continue.' },
  session_expired: { status: 401, title: 'Your session has expired. Please log in again.' },
  /** RFC 9470: the header `WWW-Authenticate` says what the sign-in must be like. */
  insufficient_authentication: { status: 401, title: 'Confirm that it is you to continue' },
  /** The signature is how the sender of a webhook authenticates. */
  signature_invalid: { status: 401, title: 'The signature is not valid' },
  /** The smart token is unknown, expired, revoked or of an ended session, or its proof is not valid (RFC 9449). */
  smart_token_invalid: { status: 401, title: 'The smart token or its proof is not valid' },
  forbidden: { status: 403, title: "You don't have permission to access this area." },
  account_locked: { status: 403, title: 'This account is locked for a while, because of an attack on it' },
  account_disabled: { status: 403, title: 'This account is disabled' },
  factor_required: { status: 403, title: 'Set up a second factor in your profile to continue' },
  wrong_token_use: { status: 403, title: 'This smart token was issued for something else' },
  consent_required: { status: 403, title: 'This needs your consent, which you can give in the privacy settings' },
  plan_required: { status: 403, title: 'Your plan does not include this content' },
  not_found: { status: 404, title: 'Not found' },
  content_not_found: { status: 404, title: 'Content not found' },
  category_not_found: { status: 404, title: 'Category not found' },
  creator_not_found: { status: 404, title: 'Creator not found' },
  upload_not_found: { status: 404, title: 'Upload not found' },
  session_not_found: { status: 404, title: 'Session not found' },
  step_not_found: { status: 404, title: 'Step not found' },
  job_not_found: { status: 404, title: 'Job not found' },
  request_not_found: { status: 404, title: 'Request not found' },
  playlist_not_found: { status: 404, title: 'Playlist not found' },
  alert_not_found: { status: 404, title: 'Alert not found' },
  response_not_found: { status: 404, title: 'Response not found' },
  smart_token_not_found: { status: 404, title: 'Smart token not found' },
  user_not_found: { status: 404, title: 'User not found' },
  factor_not_found: { status: 404, title: 'Factor not found' },
  entry_not_found: { status: 404, title: 'Playlist entry not found' },
  transcript_not_found: { status: 404, title: 'This title has no transcript' },
  segment_not_found: { status: 404, title: 'Segment not found' },
  script_not_found: { status: 404, title: 'This title has no script' },
  media_not_available: { status: 404, title: 'No media file available for this content.' },
  already_exists: { status: 409, title: 'This already exists' },
  email_exists: { status: 409, title: 'A user with this email address already exists' },
  session_limit: { status: 409, title: 'Too many active sessions. Please log out unused devices.' },
  last_admin: { status: 409, title: "You can't demote or disable the last administrator" },
  version_conflict: { status: 409, title: 'Someone else changed this in the meantime' },
  review_required: { status: 409, title: 'This title must be reviewed before it can be published' },
  evidence_not_opened: { status: 409, title: 'Open the evidence before you decide' },
  reason_required: { status: 409, title: 'Enter a reason to publish this title' },
  notice_changed: { status: 409, title: 'The text has changed. Please read it again.' },
  invalid_state: { status: 409, title: 'This is not possible in the current state' },
  /** The specification names this code and the next in capitals. */
  TRIAL_ACTIVE_SUBSCRIPTION: {
    status: 409,
    title: 'You already have an active subscription. Trial is only available for new users.',
  },
  TRIAL_ALREADY_USED: {
    status: 409,
    title: 'You have already used your free trial. Please choose a paid plan.',
  },
  already_subscribed: { status: 409, title: 'You already have this plan' },
  checkout_in_progress: { status: 409, title: 'Your checkout is being opened. Try again in a moment.' },
  no_billing_account: { status: 409, title: 'You have no subscription to manage' },
  upload_incomplete: { status: 409, title: 'The uploaded file is incomplete' },
  file_too_large: { status: 413, title: 'File size exceeds 50GB limit.' },
  quota_exceeded: { status: 409, title: 'Not enough storage left in the plan' },
  limit_reached: { status: 409, title: 'You have reached the limit' },
  unsupported_format: { status: 415, title: 'Unsupported file format.' },
  body_too_large: { status: 413, title: 'The request body is too large' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  billing_unavailable: { status: 503, title: 'Payments are unavailable right now. Please try again in a minute.' },
  unavailable: { status: 503, title: 'This is temporarily unavailable. Please try again in a minute.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorTable;

/**
 * Body of every error response from our functions (`application/problem+json`). The gateway's own 401, 404, 413 and 503
 * responses have a different shape.
 */
export interface Problem {
  readonly code: ErrorCode;
  readonly title: string;
  readonly status: number;
  /** A sentence for the user, when there is more to say than the title. */
  readonly detail?: string;
  readonly requestId: string;
  /** Validation errors, each with the path of the field. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}
