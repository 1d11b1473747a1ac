/** Texts of the guards. */
export const authTexts = {
  loading: 'Loading...',
  accessDeniedTitle: 'Access Denied',
  accessDeniedText: "You don't have permission to access this area.",
  goHome: 'Go Home',
  signOut: 'Sign Out',
  unavailableTitle: 'Your session could not be checked',
  unavailableText: 'The sign-in service cannot be reached. Check your connection and try again.',
} as const;
