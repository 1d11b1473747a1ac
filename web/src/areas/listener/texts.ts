/** Texts of the listener's frame. */
export const listenerTexts = {
  home: 'Home',
  navigation: 'Main',
  streaming: 'Streaming',
  plans: 'Plans',
  admin: 'Admin',
} as const;
