import { CODE_VALID_MINUTES } from '../../../../lambdas/contract/people/time-limits.ts';

/** Texts of username retrieval. Texts from the specification are used verbatim. */
export const usernameTexts = {
  get: 'Get Username',
  sending: 'Sending code...',
  heading: 'Find your username',
  /** The same for every address, so that it doesn't reveal whether an account exists. */
  lead: (email: string) => `If ${email} has an account, we sent a code to it. Enter the code to see your username.`,
  code: 'Code',
  codeHint: `Enter the 8-digit code. It is valid for ${CODE_VALID_MINUTES} minutes.`,
  codeRequired: 'Enter the code.',
  show: 'Show username',
  showing: 'Checking...',
  resend: 'Send a new code',
  back: 'Back to sign in',
  sentTitle: 'Check your email',
  sentText: 'If the address has an account, we sent it a code.',
  foundTitle: 'Username Found',
  found: (name: string) => `Your name on file is: ${name}`,
  failedTitle: 'Retrieval Failed',
  failed: 'Failed to retrieve username',
  rejected: 'The code is incorrect or has expired. After five attempts, request a new code.',
  tooMany: 'Too many attempts. Please wait a few minutes and try again.',
  notAnAddress: 'Enter a valid email address.',
} as const;
