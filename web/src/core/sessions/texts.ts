/**
 * Why the server no longer accepts the session, by its error code. The text of an expired one is the specification's.
 */
export const sessionEndTexts = {
  session_expired: { title: 'Session Expired', description: 'Your session has expired. Please log in again.' },
  session_ended: { title: 'Signed out', description: 'This session was ended on another device. Sign in to continue.' },
  account_locked: {
    title: 'Account locked',
    description:
      'Your account is locked for up to an hour, because it may be under attack. Try again later, or ask the ' +
      'organization that runs this site.',
  },
} as const;
