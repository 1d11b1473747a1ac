/**
 * Texts of likes and playlists that stand on the first screen. Those that the specification names are word for word as
 * it has them.
 */
export const libraryTexts = {
  likedSongs: 'Liked Songs',
  likedEmpty: 'You have not liked anything yet. Press the heart of a title and it is kept here.',
  like: (title: string) => `Like ${title}`,
  likeFailed: 'Your like was not saved',
  unlikeFailed: 'Your like was not taken back',
  playlists: 'Playlists',
  create: 'Create Playlist',
  addTo: (title: string) => `Add ${title} to a playlist`,
  loading: 'Loading playlist',
} as const;
