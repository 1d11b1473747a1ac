import type { PostAuthenticationTriggerEvent, PreAuthenticationTriggerEvent } from 'aws-lambda';
import type { SignInAttemptRepository } from '../../data/sessions/sign-in-attempt-repository.ts';
import { keyedName } from '../../domain/limits/keyed-name.ts';
import type { Logger } from '../../domain/logger.ts';
import { subjectOf } from '../../domain/security/event.ts';
import { within } from '../../domain/within.ts';

/** What Cognito calls the trigger with: before it checks anything, and after a sign-in was completed. */
export type SignInTriggerEvent = PreAuthenticationTriggerEvent | PostAuthenticationTriggerEvent;

/** Dependencies of the trigger. */
export interface CountingDeps {
  readonly attempts: Pick<SignInAttemptRepository, 'begin' | 'complete'>;
  /** The stage's secret key, in base64. */
  readonly readKey: () => Promise<string>;
  /** A ULID of now. */
  readonly newId: () => string;
  readonly logger: Logger;
}

/** Milliseconds after which the sign-in continues without being counted. Cognito waits for five seconds. */
const COUNTING_MS = 2500;

/** The user's subject, or that of the name that no account has. Undefined for a user without an id. */
const subjectOfSignIn = ({ request, userName }: SignInTriggerEvent, key: string): string | undefined => {
  if ('userNotFound' in request && String(request.userNotFound) === 'true')
    return subjectOf({ account: keyedName(key, 'names of unknown accounts', userName) });
  const id = request.userAttributes['sub'];
  return id === undefined ? undefined : subjectOf({ user: id });
};

const count = async ({ attempts, readKey, newId }: CountingDeps, event: SignInTriggerEvent): Promise<void> => {
  // The key is read for every sign-in, so that the time of a response does not reveal whether there is an account.
  const subject = subjectOfSignIn(event, await readKey());
  if (subject === undefined) return;
  if (event.triggerSource === 'PreAuthentication_Authentication') await attempts.begin(subject, newId());
  else await attempts.complete(subject);
};

/**
 * Counts a sign-in that begins, or removes one that was completed. Returns the event as Cognito requires. It never
 * fails and is never late, because then no one could sign in: a sign-in that cannot be counted is logged.
 */
export const countSignIn = async <E extends SignInTriggerEvent>(deps: CountingDeps, event: E): Promise<E> => {
  await within(COUNTING_MS, count(deps, event)).catch((error: unknown) =>
    deps.logger.error('A sign-in was not counted', { trigger: event.triggerSource }, error),
  );
  return event;
};
