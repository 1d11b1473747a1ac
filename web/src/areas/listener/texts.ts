/** Texts of the listener's frame and of browsing around the catalogue. */
export const listenerTexts = {
  home: 'Home',
  navigation: 'Main',
  streaming: 'Streaming',
  plans: 'Plans',
  admin: 'Admin',
  library: 'Library',
  filters: 'Filters',
  bannerTitle: 'Discover Amazing Content',
  bannerText: 'Music and video from your own stage, in the best quality that your plan opens.',
  bannerButton: 'Start Streaming',
  testTitle: 'Admin Test Mode',
  testBadge: 'Not tracked in analytics',
  testText: 'You are playing as a test: nothing is written to the watch history and no view is counted.',
  contentUnavailable: 'Content not available',
} as const;
