/** Texts of the watch history. */
export const historyTexts = {
  title: 'Recently Played',
  empty: 'What you play appears here.',
  failed: 'Your recently played content could not be loaded.',
  retry: 'Try again',
  music: 'Music',
  video: 'Video',
  unknownArtist: 'Unknown Artist',
} as const;
