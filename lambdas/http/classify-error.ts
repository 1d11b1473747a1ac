import { AppError } from '../domain/app-error.ts';

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

/**
 * The error that the caller receives: a domain error unchanged, a temporary failure of a dependency as `unavailable`,
 * and any other error as `internal_error`.
 */
export const classifyError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  return new AppError(isTransient(error) ? 'unavailable' : 'internal_error');
};
