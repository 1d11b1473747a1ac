import type { UsernameRequestRepository } from '../../data/people/username-request-repository.ts';
import { codeHash } from '../../domain/accounts/username-request.ts';
import { mailsPerAccount, type RateCounters } from '../../domain/limits/rate-limit.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { FindAccount } from './account-finder.ts';

/** Dependencies of the worker. */
export interface MailCodeDeps {
  readonly requests: Pick<UsernameRequestRepository, 'get' | 'giveCode' | 'markMailed'>;
  readonly findAccount: FindAccount;
  readonly counters: RateCounters;
  readonly mailer: Mailer;
  readonly newCode: () => string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The email with a code. */
export const usernameMail = (code: string): Mail => ({
  subject: 'Your Soundstage username',
  intro: 'We received a request for the username of your Soundstage account. Enter this code to see it.',
  codeLabel: 'Your code',
  code,
  outro: "The code is valid for ten minutes. If you didn't request this, ignore this email.",
});

/**
 * Emails a code to the account of the requested address, if there is one. A repeated event sends a second email only if
 * the first run ended before it recorded the email; the second code then replaces the first. Expired and replaced
 * requests are ignored.
 */
export const mailCode = async (
  deps: MailCodeDeps,
  { addressHash, requestId }: AppEvent<'UsernameRequested.v1'>,
): Promise<void> => {
  const { requests, counters, logger } = deps;
  const request = await requests.get(addressHash);
  if (request?.request_id !== requestId || request.mailed || request.valid_until <= deps.now()) return;
  const account = await deps.findAccount(request.email);
  if (!account) return;
  // A request with a user was counted in an earlier run.
  const waitMs =
    request.user_id === undefined ? await counters.take(mailsPerAccount, account.userId, deps.now()) : undefined;
  if (waitMs !== undefined) {
    logger.warn('Too many username requests for an account', { rule: mailsPerAccount.name, requestId });
    return;
  }
  const code = deps.newCode();
  if (!(await requests.giveCode(request, account.userId, codeHash(requestId, code)))) return;
  await deps.mailer.send(account.email, usernameMail(code));
  await requests.markMailed(request);
};
