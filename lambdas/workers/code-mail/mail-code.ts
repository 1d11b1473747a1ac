import type { CodeRequestRepository } from '../../data/people/code-request-repository.ts';
import { codeHash } from '../../domain/accounts/code-request.ts';
import type { FindAccount } from '../../domain/accounts/pool-account.ts';
import { mailsPerAccount, type RateCounters } from '../../domain/limits/rate-limit.ts';
import type { Logger } from '../../domain/logger.ts';
import { accountExistsMail, addressChangedMail, codeMail } from '../../domain/mail/code-mails.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { Mailer } from '../../platform/messages/mailer.ts';
import { chooseMail } from './choose-mail.ts';

/** Dependencies of the worker. */
export interface MailCodeDeps {
  readonly requests: Pick<CodeRequestRepository, 'get' | 'giveCode' | 'markMailed'>;
  readonly findAccount: FindAccount;
  readonly counters: RateCounters;
  readonly mailer: Mailer;
  readonly siteUrl: () => Promise<string>;
  readonly newCode: () => string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Sends the email for a request. A repeated event sends a second email only if the first run ended before it recorded
 * the email; a second code then replaces the first. Expired and replaced requests are ignored.
 */
export const mailCode = async (
  deps: MailCodeDeps,
  { purpose, subject, requestId }: AppEvent<'CodeRequested.v1'>,
): Promise<void> => {
  const { requests, counters, logger } = deps;
  const request = await requests.get({ purpose, subject });
  if (request?.request_id !== requestId || request.mailed || request.valid_until <= deps.now()) return;
  const account = purpose === 'address-changed' ? undefined : await deps.findAccount(request.email);
  const kind = chooseMail(request, account);
  if (kind === 'none') return;
  // A request with a code was counted in an earlier run.
  const counted = account && request.code_hash === undefined;
  const waitMs = counted ? await counters.take(mailsPerAccount, account.userId, deps.now()) : undefined;
  if (waitMs !== undefined) {
    logger.warn('Too many emails for an account', { rule: mailsPerAccount.name, requestId });
    return;
  }
  const email = account?.email ?? request.email;
  const parts = { site: await deps.siteUrl(), email };
  if (kind === 'code' && purpose !== 'address-changed') {
    const code = deps.newCode();
    if (!(await requests.giveCode(request, account?.userId, codeHash(requestId, code)))) return;
    await deps.mailer.send(email, codeMail(purpose, parts, code));
  } else await deps.mailer.send(email, kind === 'address-changed' ? addressChangedMail() : accountExistsMail(parts));
  await requests.markMailed(request);
};
