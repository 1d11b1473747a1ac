import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { mailFor } from './mail-texts.ts';
import { renderMail } from '../../domain/mail/mail.ts';

/**
 * Fills in subject and body of a mail that Cognito is about to send. Nothing that a stranger typed at sign-up (a name)
 * is repeated in it, so nobody can send their own text from our address. Other messages keep Cognito's text.
 */
export const writeMessage = (event: CustomMessageTriggerEvent, site: string): CustomMessageTriggerEvent => {
  const mail = mailFor(event, site);
  if (!mail) return event;
  return {
    ...event,
    response: { ...event.response, emailSubject: mail.subject, emailMessage: renderMail(mail) },
  } as CustomMessageTriggerEvent;
};
