/** Maximum length of a name in characters, the same as in the profile form. */
const MAX_NAME = 200;

/** A user's profile. */
export interface Profile {
  readonly id: string;
  /**
   * Empty when the confirmation trigger failed and the user is known only from a token. The next confirmation fills
   * it.
   */
  readonly email: string;
  readonly full_name: string;
  readonly created_at: string;
}

/**
 * Cleans a name from the sign-up form, which Cognito does not check: one line, trimmed, cut to the maximum length
 * without splitting a character.
 */
export const cleanName = (name: string | undefined): string =>
  (name ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .toWellFormed();
