/** All paths of the application: patterns for the router, and functions for links with parameters. */
export const paths = {
  home: '/',
  auth: '/auth',
  signUp: '/auth?tab=sign-up',
  plans: '/plans',
  /** The plans, for a user who needs one to play a title. */
  plansFor: (contentId: string) => `/plans?content=${contentId}`,
  /** Where the payment page returns. */
  billingReturn: '/billing/return',
  streaming: '/streaming',
  /** The streaming screen, which plays a title. */
  playOf: (contentId: string) => `/streaming?content=${contentId}`,
  /** The streaming screen with the user's playlists. */
  playlists: '/streaming?view=playlists',
  playlist: '/playlist/:id',
  playlistOf: (id: string) => `/playlist/${id}`,
  history: '/history',
  /** The titles that belong to the user. */
  ownTitles: '/my-titles',
  /** How often a title is played, for the user whom it belongs to. */
  ownStatistics: '/my-titles/:id/statistics',
  ownStatisticsOf: (contentId: string) => `/my-titles/${contentId}/statistics`,
  /** The same for all titles of a creator together. */
  ownCreatorStatistics: '/my-titles/creators/:id',
  ownCreatorStatisticsOf: (creatorId: string) => `/my-titles/creators/${creatorId}`,
  privacy: '/privacy',
  /** Where the link in the email about an erasure leads, with its secret in the fragment. */
  keepAccount: '/keep-account',
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
  /** What the analysis of titles costs. */
  adminAnalysis: '/admin/analysis',
  adminTitleAnalysis: '/admin/analysis/:id',
  adminAnalysisOf: (contentId: string) => `/admin/analysis/${contentId}`,
  /** How often a title is played, for administrators. */
  adminStatistics: '/admin/content/:id/statistics',
  adminStatisticsOf: (contentId: string) => `/admin/content/${contentId}/statistics`,
  adminCreatorStatistics: '/admin/creators/:id/statistics',
  adminCreatorStatisticsOf: (creatorId: string) => `/admin/creators/${creatorId}/statistics`,
  adminAudit: '/admin/audit',
  /** The audit log, filtered by the user who acted. */
  adminAuditOf: (actorId: string) => `/admin/audit?actor=${actorId}`,
  /** The audit log, filtered by what was changed. */
  adminAuditAbout: (targetId: string) => `/admin/audit?id=${targetId}`,
  /** How the site and its media are delivered. */
  adminCdnMonitor: '/admin/cdn-monitor',
  adminSettings: '/admin/settings',
  adminUpload: '/admin/upload',
  adminUsers: '/admin/users',
  adminUsersOf: (q: string) => `/admin/users?${new URLSearchParams({ q }).toString()}`,
  adminPersonPlan: '/admin/users/:id/plan',
  adminPersonPlanOf: (userId: string) => `/admin/users/${userId}/plan`,
  adminPlaylists: '/admin/playlists',
  /** How long data is kept, and what users allow. */
  adminPrivacy: '/admin/privacy',
  adminReviews: '/admin/reviews',
  /** The review of one title. */
  adminReviewOf: (contentId: string) => `/admin/reviews?item=${contentId}`,
  adminSafetyPolicy: '/admin/safety-policy',
  /** The security center. */
  adminSecurity: '/admin/security',
  adminSecurityAlerts: '/admin/security?tab=alerts',
  /** The log of security events, filtered by a user. */
  adminSecurityEventsOf: (userId: string) => `/admin/security?tab=log&user=${userId}`,
  adminSearch: '/admin/search',
  adminSearchOf: (q: string) => `/admin/search?${new URLSearchParams({ q }).toString()}`,
  /** The player in the administrators' test mode, which counts no view. */
  testOf: (contentId: string) => `/streaming?content=${contentId}&mode=admin-test`,
  /** In-page anchors of the landing page. */
  features: '/#features',
  pricing: '/#pricing',
  apiDocument: '/api/openapi.json',
} as const;
