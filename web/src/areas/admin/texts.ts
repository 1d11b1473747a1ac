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
  users: 'Users',
  playlists: 'Playlists',
  settings: 'Settings',
  audit: 'Audit Log',
  notFoundTitle: 'Oops! Page not found',
  notFoundText: "This admin page doesn't exist. Check the address, or go to the dashboard.",
  toDashboard: 'Go to Dashboard',
} as const;
