import type { Logger } from '../logger.ts';
import type { Mail } from '../mail/mail.ts';
import { securityAlertMail } from '../mail/security-mails.ts';
import type { StoredAlert } from './alert.ts';

/** Administrators who get an email about an alert. */
export const MAX_RECIPIENTS = 20;

/** What sending an alert to administrators needs. */
export interface NotifyDeps {
  readonly adminAddresses: () => Promise<readonly string[]>;
  readonly mailer: { send(to: string, mail: Mail): Promise<void> };
  readonly siteUrl: () => Promise<string>;
  readonly logger: Logger;
}

/** Sends an alert to the administrators by email. Returns why no one got it, as a sentence. */
export const notifyAdmins = async (
  { adminAddresses, mailer, siteUrl, logger }: NotifyDeps,
  alert: StoredAlert,
): Promise<string | undefined> => {
  const recipients = (await adminAddresses()).slice(0, MAX_RECIPIENTS);
  if (recipients.length === 0) return 'No administrator has an email address.';
  const mail = securityAlertMail(await siteUrl(), alert);
  const outcomes = await Promise.allSettled(recipients.map((address) => mailer.send(address, mail)));
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failures) logger.error('An alert was not sent to an administrator', {}, reason);
  return failures.length < outcomes.length
    ? undefined
    : 'No email could be sent. Check the sender of emails of this stage.';
};
