import { createHash } from 'node:crypto';
import { AppError } from '../domain/app-error.ts';
import type { Logger } from '../domain/logger.ts';
import type { Step } from './state.ts';

/** Identifies the log lines of one user without naming them. */
const pseudonym = (userId: string): string => createHash('sha256').update(userId).digest('hex').slice(0, 12);

/** One line per request: id, route, status, the code of a denial, milliseconds and a pseudonym of the caller. */
export const logRequests = (logger: Logger, now: () => number): Step => {
  const started = new WeakMap<object, number>();
  const log: NonNullable<Step['after']> = ({ event, internal, response, error }) => {
    logger.info('request', {
      requestId: event.requestContext.requestId,
      route: event.routeKey,
      status: response?.statusCode,
      code: error instanceof AppError ? error.code : undefined,
      ms: Math.round(now() - (started.get(event) ?? now())),
      user: internal.userId === undefined ? undefined : pseudonym(internal.userId),
    });
  };
  return {
    before({ event }) {
      started.set(event, now());
    },
    after: log,
    onError: log,
  };
};
