/** Texts about sessions. Titles and descriptions of notifications are the specification's. */
export const sessionTexts = {
  warning: {
    title: 'Session Expiring Soon',
    description: 'Your session will expire in 5 minutes. Please save your work.',
  },
  extended: {
    title: 'Session Extended',
    description: 'Your session has been extended for another 24 hours.',
  },
  extendFailed: { title: 'Error', description: "Couldn't extend your session. Please try again." },
  tooMany: {
    title: 'Too Many Sessions',
    description: (count: number, max: number) =>
      `You have ${count} active sessions (max ${max}). Please log out unused devices.`,
  },
  deviceChange: {
    title: 'Device Change Detected',
    description: "We detected a change in your device. If this wasn't you, please secure your account.",
  },
  modal: {
    text: "If you don't extend your session, you'll be logged out automatically for security reasons.",
    remaining: 'Time until you are logged out',
    logOut: 'Logout Now',
    extend: 'Extend Session',
  },
  limit: {
    lead: 'To continue on this device, end a session that you no longer need.',
    signOut: 'Cancel and Sign Out',
    failed: "Couldn't end this session. Please try again.",
  },
  device: {
    question: (device: string, when: string) => `${device}, signed in ${when}`,
    mine: 'It Was Me',
    secure: 'Secure My Account',
    failed: { title: 'Error', description: 'Your answer could not be saved. Please try again.' },
    secured: (sent: boolean) => ({
      title: 'Your Other Sessions Were Ended',
      description: sent
        ? 'Now choose a new password, with the code that we sent you by email.'
        : 'Now choose a new password. Request a code for it, because we could not send one.',
    }),
  },
  section: {
    title: 'Sessions',
    lead: 'Devices where you are signed in. A session ends after 24 hours without activity.',
    current: 'This device',
    newDevice: 'New device',
    place: (where: string) => `Near ${where}`,
    begun: (when: string) => `Signed in ${when}`,
    seen: (when: string) => `Last active ${when}`,
    end: 'End Session',
    endOf: (device: string) => `End Session on ${device}`,
    endOthers: 'End All Other Sessions',
    ended: { title: 'Session Ended', description: 'That device is signed out.' },
    othersEnded: { title: 'Sessions Ended', description: 'All your other devices are signed out.' },
    failed: { title: 'Error', description: "Couldn't end the session. Please try again." },
  },
  activity: {
    title: 'Sign-in activity',
    lead: (months: number) =>
      `What was recorded of your sign-ins in the last ${months} months. ` +
      'If you do not recognize one, end its session and choose a new password.',
    events: {
      sign_in: 'Signed in',
      concurrent_limit: 'Sign-in without room for a session',
      device_change: 'Sign-in on a new device',
      session_timeout_warning: 'Session about to expire',
      session_extended: 'Session extended',
      session_expired: 'Session expired',
    },
    denied: 'Denied',
    unknownDevice: 'Unknown device',
    network: (address: string) => `Network ${address}`,
    empty: 'Nothing was recorded yet.',
    failed: "Your sign-in activity can't be loaded. Check your connection and try again.",
    more: 'Show more',
    loadingMore: 'Loading…',
  },
} as const;
