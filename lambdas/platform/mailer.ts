import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { renderMail, type Mail } from '../domain/mail/mail.ts';
import { clientSettings } from './client-settings.ts';

/** Sends mails of our own. */
export interface Mailer {
  /** Resolves once SES has taken the mail. @throws an error without the address, which SES repeats in its own */
  send(to: string, mail: Mail): Promise<void>;
}

/** SES, in the name of `from`, which must be a verified identity. */
export const createMailer = (
  from: string,
  client: Pick<SESv2Client, 'send'> = new SESv2Client(clientSettings),
): Mailer => ({
  async send(to, mail) {
    const text = (Data: string) => ({ Data, Charset: 'UTF-8' });
    const command = new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: text(mail.subject), Body: { Html: text(renderMail(mail)) } } },
    });
    try {
      await client.send(command);
    } catch (error) {
      throw new Error(`SES took no mail: ${error instanceof Error ? error.name : 'unknown'}`);
    }
  },
});
