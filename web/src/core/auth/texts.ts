/** Texts of the guards. */
export const authTexts = {
  loading: 'Loading...',
  accessDeniedTitle: 'Access Denied',
  accessDeniedText: "You don't have permission to access this area.",
  goHome: 'Go Home',
  signInNeeded: 'Authentication Required',
  signInToChoosePlan: 'Please sign in to select a plan.',
  signOut: 'Sign Out',
  signOutBusy: {
    title: 'Uploads are running',
    text: 'Signing out interrupts them. To resume them, sign in again soon and choose the same files.',
  },
  unavailableTitle: "Your session couldn't be checked",
  unavailableText: "The sign-in service can't be reached. Check your connection and try again.",
} as const;
