/** Kinds of API errors. */
export type StripeErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

interface ErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
}

/** An error in the form of the API. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly type: StripeErrorType;
  readonly details: ErrorDetails;

  constructor(status: number, type: StripeErrorType, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  /** The body of the response. */
  body(): unknown {
    const { code } = this.details;
    const doc =
      code === undefined ? {} : { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
    return { error: { type: this.type, message: this.message, ...this.details, ...doc } };
  }
}

/** 400 `invalid_request_error`. */
export const badRequest = (message: string, param?: string, code?: string): StripeApiError =>
  new StripeApiError(400, 'invalid_request_error', message, {
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });

/** An object that does not exist: 404 in the path, 400 in a parameter other than `id`. */
export const missing = (kind: string, id: string, param = 'id'): StripeApiError =>
  new StripeApiError(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  });

/** 404 for a path or method that is not served. */
export const unrecognizedUrl = (method: string, path: string): StripeApiError =>
  new StripeApiError(
    404,
    'invalid_request_error',
    `Unrecognized request URL (${method}: ${path}). The local Stripe may not support it.`,
  );

/** 402 of a payment that failed. */
export const cardError = (message: string, code: string, declineCode?: string): StripeApiError =>
  new StripeApiError(402, 'card_error', message, {
    code,
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
  });
