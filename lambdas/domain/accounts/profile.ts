/** Longest name that is kept, characters; the same limit as the profile form's. */
const MAX_NAME = 200;

/** A person as the product knows them. */
export interface Profile {
  readonly id: string;
  /** Empty when the confirmation trigger failed and only a token told of the person; the next confirmation fills it. */
  readonly email: string;
  readonly full_name: string;
  readonly created_at: string;
}

/**
 * A name from the sign-up form, which Cognito does not check: one line, trimmed, cut to length, no character in half.
 */
export const cleanName = (name: string | undefined): string =>
  (name ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .toWellFormed();
