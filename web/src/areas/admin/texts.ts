/** Texts of the screen for staff who must set up a second factor. */
export const factorRequiredTexts = {
  title: 'Set up a second factor',
  lead:
    'Your organization requires a second factor of administrators and moderators, so that a stolen password is not ' +
    'enough to change titles and accounts. Your account has none yet.',
  how: 'Set up an authenticator app or a passkey above. Or sign out, and ask another administrator if you cannot.',
  done: 'Your account has a second factor now. We ask for it when you continue.',
  continue: 'Continue',
} as const;

/** Texts of the admin layout. */
export const adminTexts = {
  title: 'Admin Dashboard',
  home: 'Home',
  backToStreaming: 'Back to Streaming',
  navigation: 'Administration',
  openSearch: 'Open search',
  closeSearch: 'Close search',
  dashboard: 'Dashboard',
  content: 'Content',
  reviews: 'Reviews',
  users: 'Users',
  playlists: 'Playlists',
  analysis: 'Analysis',
  security: 'Security',
  cdnMonitor: 'CDN Monitor',
  privacy: 'Privacy',
  settings: 'Settings',
  audit: 'Audit Log',
  notFoundTitle: 'Oops! Page not found',
  notFoundText: "This admin page doesn't exist. Check the address, or go to the dashboard.",
  toDashboard: 'Go to Dashboard',
} as const;
