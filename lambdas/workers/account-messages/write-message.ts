import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { mailFor } from './mail-texts.ts';
import { renderMail } from '../../domain/mail/mail.ts';

/**
 * Sets subject and body of an email that Cognito is about to send. The text contains nothing that was entered at
 * sign-up, such as a name, so that no one can send their own text from our address. Other messages keep Cognito's text.
 */
export const writeMessage = (event: CustomMessageTriggerEvent, site: string): CustomMessageTriggerEvent => {
  const mail = mailFor(event, site);
  if (!mail) return event;
  return {
    ...event,
    response: { ...event.response, emailSubject: mail.subject, emailMessage: renderMail(mail) },
  } as CustomMessageTriggerEvent;
};
