import { AppError } from '../../domain/app-error.ts';

/** Error names with which AWS, the SDK, middy and Node report a slow, throttled or unavailable dependency. */
const TRANSIENT_NAMES = new Set([
  'ThrottlingException',
  'Throttling',
  'ThrottledException',
  'TooManyRequestsException',
  'RequestLimitExceeded',
  'SlowDown',
  'ProvisionedThroughputExceededException',
  'RequestThrottled',
  'RequestThrottledException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'LimitExceededException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'InternalServerError',
  'InternalFailure',
  'RequestTimeout',
  'RequestTimeoutException',
  'TimeoutError',
]);
const TRANSIENT_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** Temporary reasons for a canceled transaction. */
const TRANSIENT_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

interface ErrorShape {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  /** Of an error of Stripe's SDK. */
  readonly statusCode?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
}

const isTransient = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, cause, $metadata, CancellationReasons } = error as ErrorShape;
  return (
    TRANSIENT_NAMES.has(String(name)) ||
    TRANSIENT_CODES.has(String(code)) ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    (CancellationReasons ?? []).some(({ Code }) => TRANSIENT_REASONS.has(Code ?? '')) ||
    (cause !== undefined && cause !== error && isTransient(cause))
  );
};

const isDenied = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { statusCode, cause } = error as ErrorShape;
  return statusCode === 401 || statusCode === 403 || isDenied(cause);
};

/** The reason for a domain error that reports a failure of another service, for the log. */
export interface FailureCause {
  /** `error` when an operator must act, such as for a rejected key; a temporary failure is a `warn`. */
  readonly level: 'warn' | 'error';
  readonly fields: { readonly errorName: string; readonly errorMessage: string; readonly errorCode?: string };
}

/** What is logged of a cause: its name, message and the service's own code, and nothing of the errors below it. */
export const describeCause = (cause: unknown): FailureCause => {
  const { name, message, code }: Error & ErrorShape = cause instanceof Error ? cause : new Error('unknown');
  return {
    level: isTransient(cause) && !isDenied(cause) ? 'warn' : 'error',
    fields: { errorName: name, errorMessage: message, ...(typeof code === 'string' ? { errorCode: code } : {}) },
  };
};

/**
 * The error that the caller receives: a domain error unchanged, a temporary failure of a dependency as `unavailable`,
 * and any other error as `internal_error`.
 */
export const classifyError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  return new AppError(isTransient(error) ? 'unavailable' : 'internal_error');
};
