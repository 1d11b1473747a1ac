import { AppError } from '../app-error.ts';
import type { Assurance, SignIn } from './sign-in.ts';

/** What an endpoint asks of the sign-in. */
export interface Demand {
  readonly assurance?: Assurance;
  /** The user must have authenticated within this many seconds. */
  readonly freshSeconds?: number;
}

/** Tolerance for clocks of the user pool and ours that differ, in seconds. */
const CLOCK_TOLERANCE = 60;

/** The denial of RFC 9470: the sign-in is too weak or too old. */
export class InsufficientAuthentication extends AppError {
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string;

  constructor({ assurance, freshSeconds }: Demand) {
    super('insufficient_authentication');
    this.challenge = [
      'Bearer error="insufficient_user_authentication"',
      'error_description="A fresh or stronger sign-in is required"',
      ...(assurance === undefined ? [] : [`acr_values="${assurance}"`]),
      ...(freshSeconds === undefined ? [] : [`max_age="${freshSeconds}"`]),
    ].join(', ');
  }
}

/**
 * Whether the user authenticated recently. A time in the future proves nothing: it is as bad as one that is too old.
 */
const isFresh = ({ authenticatedAt }: SignIn, seconds: number, now: number): boolean => {
  if (authenticatedAt === null) return false;
  const age = now / 1000 - authenticatedAt;
  return age <= seconds && age >= -CLOCK_TOLERANCE;
};

/**
 * Throws InsufficientAuthentication unless the sign-in meets the demand. A user without a second factor can only be
 * asked for the password again, so `aal2` then means a fresh `aal1`. The same applies to tokens that do not say how
 * strong the sign-in was: no further sign-in could prove more, and the user pool itself asks for the code of a user who
 * has an authenticator app. `now` in milliseconds.
 *
 * A sign-in with a factor that we have not recorded is never fresh: anyone who stole a token may have added the factor
 * at the user pool itself. The user's password is then asked for.
 */
export const assertAssurance = (demand: Demand, signIn: SignIn, hasSecondFactor: boolean, now: number): void => {
  const { assurance, freshSeconds } = demand;
  const isStrongEnough = assurance !== 'aal2' || signIn.assurance !== 'aal1' || !hasSecondFactor;
  const isRecorded = signIn.assurance !== 'aal2' || hasSecondFactor;
  if (isStrongEnough && (freshSeconds === undefined || (isRecorded && isFresh(signIn, freshSeconds, now)))) return;
  throw new InsufficientAuthentication({
    assurance: assurance === 'aal2' && hasSecondFactor ? 'aal2' : 'aal1',
    ...(freshSeconds === undefined ? {} : { freshSeconds }),
  });
};
