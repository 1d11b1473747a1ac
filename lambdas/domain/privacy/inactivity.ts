import { retentionMs, retentionYears } from '../../contract/retention.ts';
import type { Profile } from '../accounts/profile.ts';
import type { Mail } from '../mail/mail.ts';

const DAY_MS = 86_400_000;
/** Milliseconds before the deletion at which the user is warned. */
const FIRST_WARNING_MS = 30 * DAY_MS;
const LAST_WARNING_MS = 7 * DAY_MS;
/** How exactly the last visit is known. More often would only cost writes. */
const ACTIVITY_PRECISION_MS = 7 * DAY_MS;

type Activity = Pick<Profile, 'active_at' | 'first_warned_at' | 'last_warned_at'>;

/** Whether a visit now is worth recording. */
export const isActivityNews = ({ active_at: at }: Activity, now: number): boolean =>
  at === undefined || now - Date.parse(at) >= ACTIVITY_PRECISION_MS;

/** The next step for an account. */
export type InactivityStep =
  /** It is used, or its next warning is not due. */
  | 'none'
  /** Nothing is known yet of its use: its period begins now. */
  | 'begin'
  | 'first-warning'
  | 'last-warning'
  /** No one used it for the whole period, and both warnings were sent in time. */
  | 'delete';

/** When an account is deleted if no one uses it: never sooner after a warning than the warning says. */
export const deletionTime = (
  { active_at: active, first_warned_at: first, last_warned_at: last }: Activity,
  now: number,
): number =>
  Math.max(
    active === undefined
      ? now + retentionMs('inactive_accounts')
      : Date.parse(active) + retentionMs('inactive_accounts'),
    first === undefined ? now + FIRST_WARNING_MS : Date.parse(first) + FIRST_WARNING_MS,
    last === undefined ? now : Date.parse(last) + LAST_WARNING_MS,
  );

/** The next step for an account at a time (milliseconds). */
export const inactivityStep = (activity: Activity, now: number): InactivityStep => {
  const { active_at: active, first_warned_at: first, last_warned_at: last } = activity;
  if (active === undefined) return 'begin';
  const end = Date.parse(active) + retentionMs('inactive_accounts');
  if (first === undefined) return now >= end - FIRST_WARNING_MS ? 'first-warning' : 'none';
  const due = deletionTime(activity, now);
  if (last === undefined) return now >= due - LAST_WARNING_MS ? 'last-warning' : 'none';
  return now >= due ? 'delete' : 'none';
};

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The email that warns of the deletion at a time. */
export const inactivityMail = (deletion: number, siteUrl: string): Mail => ({
  subject: 'Your Soundstage account will be deleted',
  intro:
    `No one has used your Soundstage account for almost ${retentionYears('inactive_accounts')} years. ` +
    'We delete unused accounts with all their data.',
  codeLabel: 'Date of deletion',
  code: date.format(deletion),
  link: { text: 'Sign in to keep your account', url: `${siteUrl}/auth` },
  outro: 'Sign in before this date to keep your account. You need not do anything else.',
});
