/** Texts of the Smart Tokens of all users. */
export const activeTokenTexts = {
  lead:
    'Scripts of users call the server with smart tokens. A token has one use, is valid for 24 hours, and ends with ' +
    'the session that created it. Without the key that it is bound to, a stolen token is rejected.',
  list: 'Active smart tokens',
  loading: 'Loading the smart tokens',
  loadFailed: 'Failed to load the smart tokens. Please try again.',
  empty: 'No active smart tokens',
  of: (name: string, user: string) => `${name} of ${user}`,
  most: 'At most 100 tokens are shown: those that expire last.',
} as const;
