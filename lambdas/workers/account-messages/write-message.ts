import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { renderMail } from '../../domain/mail/mail.ts';
import { invitationMail } from './mail-texts.ts';

/**
 * Emails that we send ourselves, with limits that Cognito does not have. An error of this trigger keeps Cognito from
 * sending its own, whichever call asked for it.
 */
const OWN_MAILS: ReadonlySet<string> = new Set([
  'CustomMessage_SignUp',
  'CustomMessage_ResendCode',
  'CustomMessage_ForgotPassword',
  'CustomMessage_UpdateUserAttribute',
  'CustomMessage_VerifyUserAttribute',
]);

/** The code by SMS. Cognito replaces the placeholder. */
const SMS_TEXT = 'Your Soundstage code is {####}. Do not share it.';

/**
 * Whether Cognito is about to send a code by SMS: for a sign-in, or to prove a number. Only our endpoint gives an
 * account a number, and limits how often. While one waits for its code, Cognito would also mail a code to the user's
 * own address if their token asked for it, up to five an hour: the event does not say which of the two it is about.
 */
const isSms = ({ triggerSource, request }: CustomMessageTriggerEvent): boolean =>
  triggerSource === 'CustomMessage_Authentication' ||
  (triggerSource === 'CustomMessage_VerifyUserAttribute' &&
    request.userAttributes['phone_number'] !== undefined &&
    String(request.userAttributes['phone_number_verified']) !== 'true');

/**
 * Sets the texts of an invitation or SMS that Cognito is about to send. Throws for the emails that we send ourselves.
 * Other messages keep Cognito's text.
 */
export const writeMessage = (event: CustomMessageTriggerEvent, site: string): CustomMessageTriggerEvent => {
  if (isSms(event))
    return { ...event, response: { ...event.response, smsMessage: SMS_TEXT } } as CustomMessageTriggerEvent;
  if (OWN_MAILS.has(event.triggerSource)) throw new Error(`Cognito must not send ${event.triggerSource}`);
  if (event.triggerSource !== 'CustomMessage_AdminCreateUser') return event;
  const mail = invitationMail(event, site);
  return {
    ...event,
    response: { ...event.response, emailSubject: mail.subject, emailMessage: renderMail(mail) },
  } as CustomMessageTriggerEvent;
};
