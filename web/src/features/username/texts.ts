/** Texts of finding a forgotten username. Those that the specification names are word for word as it has them. */
export const usernameTexts = {
  get: 'Get Username',
  asking: 'Sending a code...',
  heading: 'Find your username',
  /** The same for every address: nobody learns here whether it has an account. */
  lead: (email: string) => `If ${email} has an account, we sent a code to it. Enter the code to see your username.`,
  code: 'Code',
  codeHint: 'Eight digits, valid for ten minutes.',
  codeRequired: 'Enter the code.',
  show: 'Show username',
  showing: 'Checking...',
  again: 'Send a new code',
  back: 'Back to sign in',
  sentTitle: 'Check your email',
  sentText: 'If the address has an account, a code is on its way.',
  foundTitle: 'Username Found',
  found: (name: string) => `Your name on file is: ${name}`,
  failedTitle: 'Retrieval Failed',
  failed: 'Failed to retrieve username',
  refused: 'The code is wrong or no longer valid. After five guesses a new one is needed.',
  tooMany: 'Too many attempts. Please wait a few minutes and try again.',
  notAnAddress: 'This is not an email address.',
} as const;
