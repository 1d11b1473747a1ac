import { CODE_VALID_MINUTES } from '../../../../lambdas/contract/people/time-limits.ts';

/** Texts of the change of the email address. */
export const emailChangeTexts = {
  heading: 'Move to another email address',
  lead: 'We send a code to the new address. Your account moves there when you enter the code.',
  newEmail: 'New email',
  code: 'Code',
  send: 'Send code',
  sending: 'Sending...',
  change: 'Change email',
  changing: 'Changing...',
  other: 'Use another address',
  codeLead: (email: string) =>
    `If ${email} can be used, we sent a code there. It is valid for ${CODE_VALID_MINUTES} minutes.`,
  required: { email: 'Enter the new email address.', code: 'Enter the 8-digit code.' },
  sent: { title: 'Check your email', description: 'Enter the code that we sent to the new address.' },
  changed: { title: 'Email changed', description: 'From now on, sign in with the new address.' },
  failedTitle: 'Change Failed',
  failures: {
    codeRejected: 'The code is incorrect or has expired. After five attempts, request a new code.',
    emailExists: 'This address already has an account.',
    tooMany: 'Too many attempts. Please wait a few minutes and try again.',
    notAnAddress: 'Enter a valid email address.',
  },
  failed: "Your email address wasn't changed. Please try again.",
} as const;
