/** All paths of the application: patterns for the router, and functions for links with parameters. */
export const paths = {
  home: '/',
  auth: '/auth',
  signUp: '/auth?tab=sign-up',
  plans: '/plans',
  streaming: '/streaming',
  /** The streaming screen with the user's playlists. */
  playlists: '/streaming?view=playlists',
  playlist: '/playlist/:id',
  playlistOf: (id: string) => `/playlist/${id}`,
  history: '/history',
  privacy: '/privacy',
  terms: '/terms',
  about: '/about',
  support: '/support',
  apiAccess: '/api-access',
  business: '/why-choose-us/business',
  creator: '/why-choose-us/creator',
  admin: '/admin',
  adminDashboard: '/admin/dashboard',
  adminContent: '/admin/content',
  /** Content management on one of its tabs. */
  adminContentOf: (tab: string) => `/admin/content?tab=${tab}`,
  /** Content management with the Edit dialog of an item. */
  adminEditOf: (contentId: string) => `/admin/content?edit=${contentId}`,
  /** Content management with the playback test of an item. */
  adminPlayOf: (contentId: string) => `/admin/content?play=${contentId}`,
  adminAudit: '/admin/audit',
  /** The audit log, filtered by the user who acted. */
  adminAuditOf: (actorId: string) => `/admin/audit?actor=${actorId}`,
  adminSettings: '/admin/settings',
  adminUpload: '/admin/upload',
  adminUsers: '/admin/users',
  adminUsersOf: (q: string) => `/admin/users?${new URLSearchParams({ q }).toString()}`,
  adminPlaylists: '/admin/playlists',
  adminSearch: '/admin/search',
  adminSearchOf: (q: string) => `/admin/search?${new URLSearchParams({ q }).toString()}`,
  /** The player in the administrators' test mode, which counts no view. */
  testOf: (contentId: string) => `/streaming?content=${contentId}&mode=admin-test`,
  /** In-page anchors of the landing page. */
  features: '/#features',
  pricing: '/#pricing',
  apiDocument: '/api/openapi.json',
} as const;
