import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { renderMail, type Mail } from '../../domain/mail/mail.ts';
import { clientSettings } from '../client-settings.ts';

/** Sends emails. */
export interface Mailer {
  /** Resolves when SES has accepted the email. Throws an error without the address, which SES errors contain. */
  send(to: string, mail: Mail): Promise<void>;
}

/** Sends with SES from the address `from`, which must be a verified identity. */
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
      throw new Error(`SES rejected the email: ${error instanceof Error ? error.name : 'unknown'}`);
    }
  },
});
