import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { CodePurpose } from '../../contract/people/credential-fields.ts';
import { CODE_VALID_MINUTES } from '../../contract/people/time-limits.ts';
import type { AppEvent } from '../../events/app-events.ts';
import { AppError } from '../app-error.ts';
import { addressHash, guardRate, mailsPerAddress, type RateCounters } from '../limits/rate-limit.ts';

/** Lifetime of a code in milliseconds, and the maximum number of guesses. */
export const CODE_VALID_MS = CODE_VALID_MINUTES * 60_000;
export const CODE_TRIES = 5;

/**
 * Digits of a code. Within the limits for guesses and emails, a day of guessing finds about one code in ten thousand.
 */
const CODE_DIGITS = 8;

/** Identifies the newest request for a purpose. */
export interface CodeRequestRef {
  readonly purpose: CodePurpose;
  /** SHA-256 of the address for visitors; the user's id for requests of a signed-in user. */
  readonly subject: string;
}

/**
 * A request for a code by email. It is stored whether or not the address has an account, so that guessing a code looks
 * the same. A worker decides later who gets a code.
 */
export interface CodeRequest extends CodeRequestRef {
  readonly request_id: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly valid_until: number;
  readonly tries: number;
  /** The account that the code is for, once it is known. */
  readonly user_id?: string | undefined;
  /** Hash of the code, once the worker has chosen one. */
  readonly code_hash?: string | undefined;
  /** The email was sent. */
  readonly mailed?: boolean | undefined;
}

/** A random, unpredictable code. */
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

/** Hash of a code. It includes the request id, so that equal codes have different hashes. */
export const codeHash = (requestId: string, code: string): string =>
  createHash('sha256').update(`${requestId}:${code}`).digest('hex');

/** Whether a code belongs to a request. Takes the same time for a request without a code. */
export const isCodeOf = ({ request_id: requestId, code_hash: stored }: CodeRequest, code: string): boolean => {
  const actual = Buffer.from(codeHash(requestId, code), 'hex');
  return timingSafeEqual(actual, stored === undefined ? Buffer.alloc(actual.length) : Buffer.from(stored, 'hex'));
};

/** What opening a request needs. */
export interface OpenRequestDeps {
  readonly requests: { create(request: CodeRequest): Promise<void> };
  readonly events: { publish(type: 'CodeRequested.v1', detail: AppEvent<'CodeRequested.v1'>): Promise<void> };
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type NewRequest = CodeRequestRef & Pick<CodeRequest, 'email' | 'user_id'>;

/** Stores a request and publishes an event for the worker that sends the email. The event contains no address. */
export const openRequest = async (
  { requests, events, newId, now }: OpenRequestDeps,
  { purpose, subject, email, user_id: userId }: NewRequest,
): Promise<void> => {
  const requestId = newId();
  await requests.create({
    purpose,
    subject,
    request_id: requestId,
    email,
    valid_until: now() + CODE_VALID_MS,
    tries: 0,
    ...(userId === undefined ? {} : { user_id: userId }),
  });
  await events.publish('CodeRequested.v1', { purpose, subject, requestId });
};

/**
 * Opens a request within the limit of emails to one address, which all purposes share. The steps are the same for every
 * address, so neither the response nor its timing reveals whether an account exists. Throws TooManyRequests.
 */
export const requestCode = async (
  deps: OpenRequestDeps & { readonly counters: RateCounters },
  request: NewRequest,
): Promise<void> => {
  await guardRate(deps.counters, mailsPerAddress, addressHash(request.email), deps.now());
  await openRequest(deps, request);
};

/** What checking a code needs. */
export interface CheckCodeDeps {
  readonly requests: {
    countTry(ref: CodeRequestRef, now: number): Promise<CodeRequest | undefined>;
    use(request: CodeRequest): Promise<boolean>;
  };
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Counts a guess and returns its request. Throws `code_rejected` for a wrong, expired, used or too often guessed code,
 * and for an address that got none.
 */
export const checkCode = async (
  { requests, now }: CheckCodeDeps,
  ref: CodeRequestRef,
  code: string,
): Promise<CodeRequest> => {
  const request = await requests.countTry(ref, now());
  if (!request || !isCodeOf(request, code)) throw new AppError('code_rejected');
  return request;
};

/** Uses a request up, which only one call can. Throws `code_rejected` for the others. */
export const useRequest = async ({ requests }: CheckCodeDeps, request: CodeRequest): Promise<void> => {
  if (!(await requests.use(request))) throw new AppError('code_rejected');
};

/** Checks a code and uses its request up. Throws `code_rejected`. */
export const acceptCode = async (deps: CheckCodeDeps, ref: CodeRequestRef, code: string): Promise<CodeRequest> => {
  const request = await checkCode(deps, ref, code);
  await useRequest(deps, request);
  return request;
};
