import { errorTable, type Problem } from '../contract/errors.ts';
import { TooManyRequests } from '../domain/limits/rate-limit.ts';
import type { Logger } from '../domain/logger.ts';
import { classifyError } from './classify-error.ts';
import type { Step } from './state.ts';

/** Seconds after which a client may try again: the SDK's own tries took about as long. */
const RETRY_AFTER_SECONDS = '2';

/** Answers every error as `application/problem+json`; what the caller may not know is only logged. */
export const answerErrors = (logger: Logger): Step => ({
  onError(request) {
    const { event, error } = request;
    const refusal = classifyError(error);
    const { status, title } = errorTable[refusal.code];
    const { requestId } = event.requestContext;
    if (refusal !== error)
      logger[status === 503 ? 'warn' : 'error']('Request failed', { requestId, route: event.routeKey }, error);
    if (refusal instanceof TooManyRequests)
      logger.warn('Too many requests', {
        requestId,
        route: event.routeKey,
        retryAfterSeconds: refusal.retryAfterSeconds,
      });
    const problem: Problem = {
      code: refusal.code,
      title,
      status,
      ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
      requestId,
      ...(refusal.issues ? { issues: refusal.issues } : {}),
    };
    request.response = {
      statusCode: status,
      headers: {
        'content-type': 'application/problem+json',
        ...(status === 503 || status === 429
          ? {
              'retry-after':
                refusal instanceof TooManyRequests ? String(refusal.retryAfterSeconds) : RETRY_AFTER_SECONDS,
            }
          : {}),
      },
      body: JSON.stringify(problem),
    };
  },
});
