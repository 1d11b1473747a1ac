import type { ErrorCode } from '../contract/errors.ts';

/**
 * A refusal that the caller may read. Everything else that is thrown becomes `internal_error` with a request id and
 * nothing more.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Shown to the caller as `detail`; a sentence for people. */
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
