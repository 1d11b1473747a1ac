import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { periodText, retention } from '../../contract/retention.ts';
import type { Mail } from '../../domain/mail/mail.ts';

/** The email with the temporary password of an account that an administrator created. */
export const invitationMail = ({ request }: Pick<CustomMessageTriggerEvent, 'request'>, site: string): Mail => ({
  subject: 'Your Soundstage account',
  intro: [
    'Your account is ready. Sign in with your email address and this password.',
    `(Account: ${request.usernameParameter ?? ''})`,
  ].join(' '),
  codeLabel: 'Your temporary password',
  // Cognito replaces the placeholder {####}.
  code: request.codeParameter,
  link: { text: 'Sign in', url: `${site.replace(/\/$/, '')}/auth` },
  outro:
    `The temporary password is valid for ${periodText(retention.invitations)}. You choose your own when you sign in. ` +
    'Later, reset your password.',
});
