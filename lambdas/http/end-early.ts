import type { Context } from 'aws-lambda';
import { within } from '../domain/within.ts';
import type { Step } from './state.ts';

/** Milliseconds before the function's time-out at which a request gets a 503 response instead of being aborted. */
export const TIMEOUT_RESERVE_MS = 250;

/** Milliseconds until a request must end; `Infinity` outside Lambda. */
export const timeLeft = (context: Partial<Context>): number =>
  context.getRemainingTimeInMillis ? Math.max(0, context.getRemainingTimeInMillis() - TIMEOUT_RESERVE_MS) : Infinity;

/**
 * Ends the waiting of a step shortly before the function's time-out with a `TimeoutError`. middy does so only for the
 * handler at the end of the chain, and the gateway answers a function that is aborted with a 500 of its own.
 */
export const endEarly = ({ before, ...step }: Step): Step =>
  before
    ? {
        ...step,
        before(request) {
          const work: unknown = before(request);
          const left = timeLeft(request.context);
          return work instanceof Promise && left < Infinity ? within(left, work) : work;
        },
      }
    : step;
