import type { ErrorCode } from '../../../../lambdas/contract/errors.ts';

/** Failures that the browser itself finds, beside the codes of the API. */
export type ClientErrorCode = 'network_error' | 'request_too_large' | 'invalid_response';

/** What validation found on the server: path of the field and message. */
export interface ErrorIssue {
  readonly path: string;
  readonly message: string;
}

/** A call that did not succeed. `message` is a sentence for people. */
export class ApiError extends Error {
  readonly code: ErrorCode | ClientErrorCode;
  readonly title: string;
  readonly detail: string | undefined;
  readonly issues: readonly ErrorIssue[];
  /** HTTP status; 0 when nothing was answered. */
  readonly status: number;
  /** Names the call in the server's log. */
  readonly requestId: string | undefined;

  constructor(facts: {
    code: ErrorCode | ClientErrorCode;
    title: string;
    status: number;
    detail?: string | undefined;
    issues?: readonly ErrorIssue[] | undefined;
    requestId?: string | undefined;
  }) {
    super(facts.detail ?? facts.title);
    this.name = 'ApiError';
    this.code = facts.code;
    this.title = facts.title;
    this.status = facts.status;
    this.detail = facts.detail;
    this.issues = facts.issues ?? [];
    this.requestId = facts.requestId;
  }
}

const clientTitles: Record<ClientErrorCode, string> = {
  network_error: 'The server cannot be reached. Check your connection and try again.',
  request_too_large: 'The request is too large',
  invalid_response: 'The server answered something that this page does not understand. Reload it and try again.',
};

/** An error that the browser found itself. */
export const clientError = (code: ClientErrorCode, status = 0): ApiError =>
  new ApiError({ code, title: clientTitles[code], status });
