/** Texts of the administrator's frame. */
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
  settings: 'Settings',
  audit: 'Audit Log',
  notFoundTitle: 'Oops! Page not found',
  notFoundText: 'Nothing lies at this address of the administration.',
  toDashboard: 'Go to the Dashboard',
} as const;
