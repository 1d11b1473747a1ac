import type { CustomMessageTriggerEvent } from 'aws-lambda';
import type { Mail } from '../../domain/mail/mail.ts';

/** URL of the sign-in page with the code filled in. Cognito replaces the placeholder `{####}`. */
const authUrl = (site: string, purpose: 'confirm' | 'reset', user: string, code: string): string =>
  `${site.replace(/\/$/, '')}/auth?${purpose}=true&user=${encodeURIComponent(user)}&code=${code}`;

/** The email for a message that Cognito is about to send. Undefined for messages with Cognito's own text. */
export const mailFor = (
  { triggerSource, userName, request }: CustomMessageTriggerEvent,
  site: string,
): Mail | undefined => {
  const code = request.codeParameter;
  const account = request.usernameParameter ?? '';
  switch (triggerSource) {
    case 'CustomMessage_SignUp':
    case 'CustomMessage_ResendCode':
      return {
        subject: 'Confirm your Soundstage account',
        intro: 'Welcome to Soundstage. Enter this code to confirm your email address.',
        codeLabel: 'Your confirmation code',
        code,
        link: { text: 'Confirm your account', url: authUrl(site, 'confirm', userName, code) },
        outro:
          "The code is valid for 24 hours. If you didn't sign up, ignore this email: nothing happens without the code.",
      };
    case 'CustomMessage_ForgotPassword':
      return {
        subject: 'Reset your Soundstage password',
        intro: 'We received a request to reset your Soundstage password. Enter this code to choose a new one.',
        codeLabel: 'Your reset code',
        code,
        link: { text: 'Choose a new password', url: authUrl(site, 'reset', userName, code) },
        outro:
          "The code is valid for one hour. If you didn't request this, ignore this email: your password won't change.",
      };
    case 'CustomMessage_AdminCreateUser':
      return {
        subject: 'Your Soundstage account',
        intro: `Your account is ready. Sign in with your email address and this password. (Account: ${account})`,
        codeLabel: 'Your temporary password',
        code,
        link: { text: 'Sign in', url: `${site.replace(/\/$/, '')}/auth` },
        outro: 'The temporary password is valid for seven days. You choose your own when you sign in.',
      };
    case 'CustomMessage_UpdateUserAttribute':
    case 'CustomMessage_VerifyUserAttribute':
      return {
        subject: 'Verify your email address',
        intro: 'Enter this code in Soundstage to verify your email address.',
        codeLabel: 'Your verification code',
        code,
        outro: "If you didn't request this, ignore this email.",
      };
    default:
      return undefined;
  }
};
