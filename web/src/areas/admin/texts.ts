/** Texts of the administrator's frame. */
export const adminTexts = {
  title: 'Admin Dashboard',
  home: 'Home',
  backToStreaming: 'Back to Streaming',
  navigation: 'Administration',
  content: 'Content',
} as const;
