import type { CodePurpose } from '../../contract/people/credential-fields.ts';
import { CODE_VALID_MINUTES } from '../../contract/people/time-limits.ts';
import type { Mail } from './mail.ts';

/** What an email needs besides its text. Nothing that a visitor typed, except the recipient's own address in a link. */
export interface MailParts {
  /** URL of the site. */
  readonly site: string;
  /** The recipient. */
  readonly email: string;
}

const pageOf = (site: string, path: string): string => `${site.replace(/\/$/, '')}${path}`;

/** The sign-in page with the code filled in. Address and code are in the fragment, which no server receives. */
const linkWithCode = (purpose: 'confirm' | 'reset', { site, email }: MailParts, code: string): string =>
  pageOf(site, `/auth?${purpose}=true#${new URLSearchParams({ user: email, code }).toString()}`);

const VALID = `The code is valid for ${CODE_VALID_MINUTES} minutes.`;

/** The email with a code. */
export const codeMail = (purpose: Exclude<CodePurpose, 'address-changed'>, parts: MailParts, code: string): Mail => {
  switch (purpose) {
    case 'username':
      return {
        subject: 'Your Soundstage username',
        intro: 'We received a request for the username of your Soundstage account. Enter this code to see it.',
        codeLabel: 'Your code',
        code,
        outro: `${VALID} If you didn't request this, ignore this email.`,
      };
    case 'sign-up':
      return {
        subject: 'Confirm your Soundstage account',
        intro: 'Welcome to Soundstage. Enter this code to confirm your email address.',
        codeLabel: 'Your confirmation code',
        code,
        link: { text: 'Confirm your account', url: linkWithCode('confirm', parts, code) },
        outro: `${VALID} If you didn't sign up, ignore this email: without the code, no account is created.`,
      };
    case 'reset':
      return {
        subject: 'Reset your Soundstage password',
        intro: 'We received a request to reset your Soundstage password. Enter this code to choose a new one.',
        codeLabel: 'Your reset code',
        code,
        link: { text: 'Choose a new password', url: linkWithCode('reset', parts, code) },
        outro: `${VALID} If you didn't request this, ignore this email: your password won't change.`,
      };
    case 'address':
      return {
        subject: 'Confirm your new email address',
        intro: 'Enter this code in Soundstage to use this email address for your account.',
        codeLabel: 'Your code',
        code,
        outro: `${VALID} If you didn't request this, ignore this email: nothing changes without the code.`,
      };
  }
};

/** The email to an address that someone entered although it has an account. */
export const accountExistsMail = ({ site }: MailParts): Mail => ({
  subject: 'You already have a Soundstage account',
  intro: 'Someone entered your email address for a new Soundstage account. It already has one, so nothing changed.',
  link: { text: 'Sign in or reset your password', url: pageOf(site, '/auth') },
  outro: "If this wasn't you, ignore this email.",
});

/** The email to the previous address of an account. */
export const addressChangedMail = (): Mail => ({
  subject: 'Your Soundstage email address was changed',
  intro: 'Your Soundstage account now has another email address. This address no longer signs in.',
  outro: "If this wasn't you, contact the organization that runs your Soundstage at once.",
});
