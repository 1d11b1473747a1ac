/** Displayed when a user gave no name (listener specification, section 5). */
export const NO_NAME = 'User';

/** A user's profile. */
export interface Profile {
  readonly id: string;
  /** Empty when the profile was lost and the user is known only from a token. A password reset fills it. */
  readonly email: string;
  readonly full_name: string;
  readonly created_at: string;
  /** When the user was last here, give or take a week. Missing for accounts from before this was recorded. */
  readonly active_at?: string | undefined;
  /** When the user was warned that the unused account will be deleted: first a month, then a week before. */
  readonly first_warned_at?: string | undefined;
  readonly last_warned_at?: string | undefined;
}
