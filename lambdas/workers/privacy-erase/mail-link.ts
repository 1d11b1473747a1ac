import { retentionYears } from '../../contract/retention.ts';
import { newSecret, secretHash, withdrawToken, type StoredRequest } from '../../domain/privacy/data-request.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { EraseDeps } from './deps.ts';

const whyDeleted = ({ cause }: StoredRequest): string =>
  cause === 'inactivity'
    ? `No one used your account for ${retentionYears('inactive_accounts')} years, so we delete it and all its data. `
    : 'You asked us to delete your account and all its data. ';

const timeOf = (at: string): string => `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;

/** When the erasure begins, or why it cannot yet. */
const whenDeleted = ({ starts_at: startsAt = '', held_since: held, payments_ended: ended }: StoredRequest): string =>
  held === undefined
    ? `We begin on ${timeOf(startsAt)}. ` + 'Until then, the account is disabled and you can keep it.'
    : `We have had to keep your data since ${held.slice(0, 10)}, because the law forbids us to delete it ` +
      '(a legal hold). When this ends, we email you again and begin a day later. ' +
      'Until then, the account is disabled and you can keep it, for example to export your data.' +
      (ended ? '' : ` A subscription ends on ${timeOf(startsAt)}, unless you keep your account before.`);

/** The email about a request for erasure. The secret is after `#`, so that no server logs it. */
export const erasureMail = (request: StoredRequest, url: string): Mail => ({
  subject:
    request.held_since === undefined
      ? 'Your Soundstage account will be deleted'
      : 'Your Soundstage account will be deleted later',
  intro: whyDeleted(request) + whenDeleted(request),
  link: { text: 'Keep my account', url },
  outro: 'If you did not ask for this, keep your account with the link above, and change your password.',
});

/**
 * Mails the link that withdraws an erasure. Only the secret's hash is stored, so a repeated event mails another secret,
 * which replaces the first one.
 */
export const mailLink = async (
  { requests, account, mailer, siteUrl, logger }: EraseDeps,
  { userId, requestId }: AppEvent<'DataRequested.v1'>,
): Promise<void> => {
  const request = await requests.get(userId, requestId);
  if (request?.status !== 'pending' || request.starts_at === undefined) return;
  const { email } = (await account.find(userId)) ?? {};
  if (email === undefined || email === '') return logger.warn('A user without an address asked for erasure');
  const secret = newSecret();
  // It was withdrawn, or a legal hold began or ended, which mails a link of its own.
  if (!(await requests.saveSecret(request, secretHash(secret)))) return undefined;
  const url = `${await siteUrl()}/keep-account#${withdrawToken(request, secret)}`;
  return mailer.send(email, erasureMail(request, url));
};
