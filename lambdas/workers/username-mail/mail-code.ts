import type { UsernameRequestRepository } from '../../data/people/username-request-repository.ts';
import { codeHash } from '../../domain/accounts/username-request.ts';
import { mailsPerAccount, type RateCounters } from '../../domain/limits/rate-limit.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { FindAccount } from './account-finder.ts';

/** What the work needs. */
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

/** The mail with a code. */
export const usernameMail = (code: string): Mail => ({
  subject: 'Your Soundstage username',
  intro: 'Somebody asked for the username of your Soundstage account. Enter this code to see it.',
  codeLabel: 'Your code',
  code,
  outro: 'The code is valid for ten minutes. If it was not you, ignore this mail: nothing happens without the code.',
});

/**
 * Mails a code to the account of a request, if its address has one. Told twice it mails once, unless the first time
 * ended between the mail and the note of it; then the second mail's code is the valid one. A request that was overtaken
 * or is too old is left alone.
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
  // A request that has its owner was counted the first time.
  const waitMs =
    request.user_id === undefined ? await counters.take(mailsPerAccount, account.userId, deps.now()) : undefined;
  if (waitMs !== undefined) {
    logger.warn('An account was asked for too often', { rule: mailsPerAccount.name, requestId });
    return;
  }
  const code = deps.newCode();
  if (!(await requests.giveCode(request, account.userId, codeHash(requestId, code)))) return;
  await deps.mailer.send(account.email, usernameMail(code));
  await requests.markMailed(request);
};
