/**
 * Every error code of the API, with its HTTP status and title (RFC 9457 `title`). Screens pick their text by code. The
 * response's `detail` can add specifics.
 */
export const errorTable = {
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The request body is not valid JSON' },
  invalid_cursor: { status: 400, title: 'The page cursor is not valid' },
  code_rejected: { status: 400, title: 'The code is incorrect or has expired' },
  unauthenticated: { status: 401, title: 'Sign in to continue' },
  token_invalid: { status: 401, title: 'The access token is not valid' },
  signature_invalid: { status: 401, title: 'The signature is not valid' },
  forbidden: { status: 403, title: "You don't have permission to access this area." },
  account_disabled: { status: 403, title: 'This account is disabled' },
  plan_required: { status: 403, title: 'Your plan does not include this content' },
  not_found: { status: 404, title: 'Not found' },
  content_not_found: { status: 404, title: 'Content not found' },
  category_not_found: { status: 404, title: 'Category not found' },
  creator_not_found: { status: 404, title: 'Creator not found' },
  upload_not_found: { status: 404, title: 'Upload not found' },
  step_not_found: { status: 404, title: 'Step not found' },
  job_not_found: { status: 404, title: 'Job not found' },
  playlist_not_found: { status: 404, title: 'Playlist not found' },
  user_not_found: { status: 404, title: 'User not found' },
  entry_not_found: { status: 404, title: 'Playlist entry not found' },
  media_not_available: { status: 404, title: 'No media file available for this content.' },
  already_exists: { status: 409, title: 'This already exists' },
  email_exists: { status: 409, title: 'A user with this email address already exists' },
  last_admin: { status: 409, title: "You can't demote or disable the last administrator" },
  version_conflict: { status: 409, title: 'Someone else changed this in the meantime' },
  invalid_state: { status: 409, title: 'This is not possible in the current state' },
  upload_incomplete: { status: 409, title: 'The uploaded file is incomplete' },
  file_too_large: { status: 413, title: 'File size exceeds 50GB limit.' },
  quota_exceeded: { status: 409, title: 'Not enough storage left in the plan' },
  limit_reached: { status: 409, title: 'You have reached the limit' },
  unsupported_format: { status: 415, title: 'Unsupported file format.' },
  body_too_large: { status: 413, title: 'The request body is too large' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
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
