/** Every address of the application: the pattern that the router matches, and functions for links with parts. */
export const paths = {
  home: '/',
  auth: '/auth',
  signUp: '/auth?tab=sign-up',
  plans: '/plans',
  streaming: '/streaming',
  /** The streaming screen with the person's playlists. */
  playlists: '/streaming?view=playlists',
  playlist: '/playlist/:id',
  playlistOf: (id: string) => `/playlist/${id}`,
  privacy: '/privacy',
  admin: '/admin',
  adminContent: '/admin/content',
  /** The player in the administrators' test mode, which counts no view. */
  testOf: (contentId: string) => `/streaming?content=${contentId}&mode=admin-test`,
  /** In-page anchors of the landing page. */
  features: '/#features',
  pricing: '/#pricing',
  apiDocument: '/api/openapi.json',
} as const;
