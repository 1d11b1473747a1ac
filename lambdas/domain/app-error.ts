import type { ErrorCode } from '../contract/errors.ts';

/**
 * An error whose code and detail are safe to show to the caller. Any other error becomes `internal_error` with only a
 * request id.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** A sentence for the user, returned as `detail`. */
  readonly detail: string | undefined;
  readonly issues: readonly { readonly path: string; readonly message: string }[] | undefined;

  constructor(
    code: ErrorCode,
    detail?: string,
    issues?: readonly { readonly path: string; readonly message: string }[],
  ) {
    super(detail ?? code);
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
    this.issues = issues;
  }
}
