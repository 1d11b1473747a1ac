import { errorTable, type Problem } from '../../contract/errors.ts';
import { TooManyRequests } from '../../domain/limits/rate-limit.ts';
import type { Logger } from '../../domain/logger.ts';
import { InsufficientAuthentication } from '../../domain/accounts/assurance.ts';
import { SmartTokenInvalid } from '../../domain/security/tokens/rejection.ts';
import { classifyError, describeCause } from './classify-error.ts';
import type { Step } from '../state.ts';

/** Seconds until a client may try again. The SDK's own tries took about as long. */
const RETRY_AFTER_SECONDS = '2';

/**
 * Returns every error as `application/problem+json`. Details of unexpected errors, and why another service failed, are
 * only logged.
 */
export const respondToErrors = (logger: Logger): Step => ({
  onError(request) {
    const { event, error } = request;
    const appError = classifyError(error);
    const { status, title } = errorTable[appError.code];
    const { requestId } = event.requestContext;
    if (appError !== error)
      logger[status === 503 ? 'warn' : 'error']('Request failed', { requestId, route: event.routeKey }, error);
    else if (appError.cause !== undefined) {
      const { level, fields } = describeCause(appError.cause);
      logger[level]('A service that the request needs failed', { requestId, route: event.routeKey, ...fields });
    }
    if (appError instanceof TooManyRequests)
      logger.warn('Too many requests', {
        requestId,
        route: event.routeKey,
        retryAfterSeconds: appError.retryAfterSeconds,
      });
    const problem: Problem = {
      code: appError.code,
      title,
      status,
      ...(appError.detail === undefined ? {} : { detail: appError.detail }),
      requestId,
      ...(appError.issues ? { issues: appError.issues } : {}),
    };
    request.response = {
      statusCode: status,
      headers: {
        'content-type': 'application/problem+json',
        ...(appError instanceof InsufficientAuthentication || appError instanceof SmartTokenInvalid
          ? { 'www-authenticate': appError.challenge }
          : {}),
        ...(status === 503 || status === 429
          ? {
              'retry-after':
                appError instanceof TooManyRequests ? String(appError.retryAfterSeconds) : RETRY_AFTER_SECONDS,
            }
          : {}),
      },
      body: JSON.stringify(problem),
    };
  },
});
