import type { ErrorCode } from '../../contract/errors.ts';
import { AppError } from '../../domain/app-error.ts';

type ErrorClass = abstract new (...args: never[]) => Error;

/** Errors of the user pool, with what they mean for the API. */
export type ErrorMap = readonly (readonly [ErrorClass, ErrorCode])[];

/** Waits for a call, and throws the API's error for an error of the user pool. The first match counts. */
export const mapped = async <T>(call: Promise<T>, errors: ErrorMap): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    const found = errors.find(([kind]) => error instanceof kind);
    throw found ? new AppError(found[1]) : error;
  }
};

/** Waits for a call. Undefined when it fails with one of these kinds of errors. */
export const unless = async <T>(call: Promise<T>, ...kinds: readonly ErrorClass[]): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (kinds.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
};
