/** Texts of the administrator's frame. */
export const adminTexts = {
  title: 'Admin Dashboard',
  home: 'Home',
  backToStreaming: 'Back to Streaming',
  navigation: 'Administration',
  content: 'Content',
  notFoundTitle: 'Oops! Page not found',
  notFoundText: 'Nothing lies at this address of the administration.',
  toContent: 'Go to Content',
} as const;
