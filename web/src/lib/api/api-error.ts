import type { ErrorCode } from '../../../../lambdas/contract/errors.ts';

/** Failures that the browser detects, in addition to the error codes of the API. */
export type ClientErrorCode = 'network_error' | 'request_too_large' | 'invalid_response';

/** A validation error from the server: path of the field and message. */
export interface ErrorIssue {
  readonly path: string;
  readonly message: string;
}

/** A failed call. `message` is a text for people. */
export class ApiError extends Error {
  readonly code: ErrorCode | ClientErrorCode;
  readonly title: string;
  readonly detail: string | undefined;
  readonly issues: readonly ErrorIssue[];
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Identifies the call in the server's log. */
  readonly requestId: string | undefined;

  constructor(problem: {
    code: ErrorCode | ClientErrorCode;
    title: string;
    status: number;
    detail?: string | undefined;
    issues?: readonly ErrorIssue[] | undefined;
    requestId?: string | undefined;
  }) {
    super(problem.detail ?? problem.title);
    this.name = 'ApiError';
    this.code = problem.code;
    this.title = problem.title;
    this.status = problem.status;
    this.detail = problem.detail;
    this.issues = problem.issues ?? [];
    this.requestId = problem.requestId;
  }
}

const clientTitles: Record<ClientErrorCode, string> = {
  network_error: "The server can't be reached. Check your connection and try again.",
  request_too_large: 'The request is too large',
  invalid_response: 'The server sent an unexpected response. Reload the page and try again.',
};

/** Creates an error that the browser detected. */
export const clientError = (code: ClientErrorCode, status = 0): ApiError =>
  new ApiError({ code, title: clientTitles[code], status });

/** Whether it is a call that may succeed when it is repeated. */
export const isTransientFailure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
