/**
 * Texts of likes and playlists on the first screen. Some are fixed by the specification, see
 * `test/web/support/listener-texts.json`.
 */
export const libraryTexts = {
  likedSongs: 'Liked Songs',
  likedEmpty: "You haven't liked any titles yet. To save a title here, select its heart.",
  like: (title: string) => `Like ${title}`,
  likeFailed: "Your like couldn't be saved",
  unlikeFailed: "Your like couldn't be removed",
  playlists: 'Playlists',
  create: 'Create Playlist',
  addTo: (title: string) => `Add ${title} to a playlist`,
  loading: 'Loading playlist',
} as const;
