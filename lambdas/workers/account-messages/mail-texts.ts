import type { CustomMessageTriggerEvent } from 'aws-lambda';
import type { Mail } from '../../domain/mail/mail.ts';

/** Address of the sign-in page with the code form filled in; `{####}` stays as it is, because Cognito replaces it. */
const authUrl = (site: string, purpose: 'confirm' | 'reset', user: string, code: string): string =>
  `${site.replace(/\/$/, '')}/auth?${purpose}=true&user=${encodeURIComponent(user)}&code=${code}`;

/** The mail for what Cognito is about to send; undefined where Cognito's own text is kept. */
export const mailFor = (
  { triggerSource, userName, request }: CustomMessageTriggerEvent,
  site: string,
): Mail | undefined => {
  const code = request.codeParameter;
  switch (triggerSource) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode':
      return {
        subject: 'Confirm your Soundstage account',
        intro: 'Welcome to Soundstage. Enter this code to confirm your e-mail address.',
        codeLabel: 'Your confirmation code',
        code,
        link: { text: 'Confirm your account', url: authUrl(site, 'confirm', userName, code) },
        outro:
          'The code is valid for 24 hours. If you did not sign up, ignore this mail: nothing happens without the code.',
      };
    case 'CustomMessage_ForgotPassword':
      return {
        subject: 'Reset your Soundstage password',
        intro: 'Somebody asked to reset the password of your Soundstage account. Enter this code to choose a new one.',
        codeLabel: 'Your reset code',
        code,
        link: { text: 'Choose a new password', url: authUrl(site, 'reset', userName, code) },
        outro: 'The code is valid for one hour. If it was not you, ignore this mail: your password stays as it is.',
      };
    case 'CustomMessage_AdminCreateUser':
      return {
        subject: 'Your Soundstage account',
        intro: `An account was made for you. Sign in with your e-mail address and this temporary password. (Account: ${request.usernameParameter ?? ''})`,
        codeLabel: 'Your temporary password',
        code,
        link: { text: 'Sign in', url: `${site.replace(/\/$/, '')}/auth` },
        outro: 'The temporary password is valid for seven days; you choose your own when you sign in.',
      };
    case 'CustomMessage_UpdateUserAttribute':
    case 'CustomMessage_VerifyUserAttribute':
      return {
        subject: 'Verify your e-mail address',
        intro: 'Enter this code in Soundstage to verify your e-mail address.',
        codeLabel: 'Your verification code',
        code,
        outro: 'If you did not ask for it, ignore this mail.',
      };
    default:
      return undefined;
  }
};
