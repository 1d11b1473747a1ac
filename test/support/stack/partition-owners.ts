/**
 * Who may write what in the table, written by hand and read by no product code: the tests compare the policies of the
 * template with this list, so a grant that is too wide fails. A new function, and a new partition of an existing one,
 * need an entry here.
 */

/** What a function writes to record rejected calls. */
const REJECTIONS = ['RATE#*#*', 'SECURITY#*'] as const;

/**
 * A function with signed-in callers. The first call of a sign-in may arrive in any of them, so each may write sessions.
 * Any of them may reject calls, which are security events with a limit, and counts the calls of users with a rate
 * limit.
 */
const api = (...partitions: readonly string[]): readonly string[] => ['SESSIONS#*', ...REJECTIONS, ...partitions];

/** What a purchase or its end changes. Never rights: what talks to Stripe cannot make an administrator. */
const PAYMENTS = ['BILLING#*', 'BILLING_COUNTS', 'CARD#*', 'PLAN#*', 'TRIAL#*'] as const;

/** The newest decision of a user, and how many decided: changed together, so that one statement allows both. */
const DECISION =
  'analytics, behavioral, consent, consent_id, consent_notice, decided, functional, marketing, pk, sk, type, ' +
  'updated_at, v';

/** What expired data is removed from. */
const CLEANUP = ['CLEANUP_RUN', 'SECURITY#*', 'USER#*'] as const;

/**
 * The partitions that each function may write, by its folder. `RIGHTS#*: pk, second_factor, sk` means changes of these
 * attributes only, with the attributes of the key, in alphabetical order.
 */
export const partitionOwners: Readonly<Record<string, readonly string[]>> = {
  // Users' own data
  account: api('PROFILE#*'),
  behavior: api('BEHAVIOR#*'),
  history: api('USER#*'),
  library: api('PLAYLIST#*', 'REPORTS#*', 'USER#*'),
  'library-changes': ['PLAYLIST#*', 'REPORTS#*', 'USER#*'],
  playback: api('BEAT#*#*', 'CONTENT#*', 'PLAYED#*#*', 'USER#*'),
  'playback-rollup': ['PLAYED_MONTH#*', 'QUALITY#*#*', 'ROLLUP#*', 'STATS#*', 'STREAMS#*', 'TOP#*'],
  plays: api(),
  sessions: api('DEVICES#*'),

  // Accounts and rights
  'account-messages': [],
  'code-mail': ['CODE#*', 'RATE#*#*'],
  credentials: api('AUDIT#*', 'CODE#*', 'PROFILE#*', 'RIGHTS#*'),
  factors: api('AUDIT#*', 'FACTORS#*', 'RIGHTS#*: pk, second_factor, sk'),
  people: api('ADMINS', 'AUDIT#*', 'PROFILE#*', 'RIGHTS#*'),
  security: api('ALERT#*', 'ALERT_LABELS', 'AUDIT#*', 'RESPONSE#*', 'SECURITY_SETTINGS'),
  phases: api('AUDIT#*', 'PHASE_SIMULATION', 'SECURITY_PHASES'),
  'security-checks': ['SECURITY_CHECKS'],
  tokens: api('AUDIT#*', 'PROOF#*', 'SMART_TOKENS#*', 'TOKEN#*'),
  'security-clock': ['ATTEMPTS#*', 'SECURITY#*'],
  'security-responder': ['AUDIT#*', 'RESPONSE#*', 'SECURITY#*', 'SESSIONS#*'],
  'sign-in-attempts': ['ATTEMPTS#*'],
  username: ['CODE#*', ...REJECTIONS],

  // Plans
  billing: api(...PAYMENTS, 'STRIPE_CUSTOMER#*'),
  'billing-reconcile': PAYMENTS,
  'billing-sync': PAYMENTS,
  'person-plans': api('AUDIT#*', 'BILLING#*', 'BILLING_COUNTS', 'PLAN#*'),
  'stripe-webhook': REJECTIONS,

  // Privacy
  cleanup: [...CLEANUP, 'ADMINS', 'BEHAVIOR#*', 'PROFILE#*', 'REQUESTS#*', 'RIGHTS#*', 'SESSIONS#*', 'TOKEN#*'],
  'data-requests': api('ADMINS', 'REQUESTS#*', 'RIGHTS#*'),
  privacy: api('CONSENT#*', `CONSENT_COUNTS: ${DECISION}`, `RIGHTS#*: ${DECISION}`),
  // Deletes whatever belongs to a user, and replaces the user's id in what stays.
  'privacy-erase': [
    ...[
      'BEHAVIOR#*',
      'BILLING#*',
      'BILLING_COUNTS',
      'CODE#*',
      'CONSENT#*',
      'CONSENT_COUNTS',
      'CONTENT#*',
      'COUNTED#*#*',
      'COUNTS',
    ],
    ...['CREATOR', 'DEVICES#*', 'FACTORS#*', 'HOLD#*', 'JOB#*', 'PLAN#*', 'PLAYLIST#*', 'PROFILE#*', 'RATE#*#*'],
    ...[
      'REPORTS#*',
      'REQUESTS#*',
      'RIGHTS#*',
      'SAFETY#*',
      'SAFETY_POLICY',
      'SECURITY#*',
      'SESSIONS#*',
      'SETTINGS',
      'SMART_TOKENS#*',
      'STRIPE_CUSTOMER#*',
    ],
    ...['BEHAVIOR#*', 'TOKEN#*', 'TOPIC#*', 'UPLOAD#*', 'USER#*'],
  ],
  'privacy-export': ['REQUESTS#*'],
  retention: api(...CLEANUP, 'AUDIT#*', 'HOLD#*', 'REQUESTS#*'),

  // Content and media
  analysis: api('ANALYSIS_CORRECTION#*', 'AUDIT#*', 'STEPS#*'),
  analyze: ['ANALYSIS#*', 'BUDGET#*', 'STEPS#*'],
  'analyzed-titles': ['ANALYZED_TITLE#*', 'SAFETY_FINDINGS'],
  bulk: api('AUDIT#*', 'JOB#*'),
  'bulk-worker': ['AUDIT#*', 'CATEGORY', 'CONTENT#*', 'CREATOR', 'JOB#*'],
  catalog: api('AUDIT#*', 'CATEGORY', 'CREATOR'),
  'catalog-names': ['CATEGORY', 'CONTENT#*'],
  // The script of a new title
  content: api(
    ...['AUDIT#*', 'CATEGORY', 'CONTENT#*', 'CREATOR', 'SAFETY#*', 'STEPS#*', 'TITLE_HOLD#*', 'TRANSCRIPT#*'],
    'UPLOAD#*',
  ),
  'content-schedule': ['AUDIT#*', 'CONTENT#*'],
  conversion: api('AUDIT#*', 'CONTENT#*', 'STEPS#*', 'UPLOAD#*'),
  'conversion-events': ['AUDIT#*', 'CONTENT#*', 'STEPS#*', 'UPLOAD#*'],
  deletion: [
    ...['ANALYSIS#*', 'ANALYSIS_CORRECTION#*', 'ANALYZED_TITLE#*', 'CONTENT#*', 'CREATOR', 'SAFETY#*'],
    ...['DELIVERY#*', 'SAFETY_FINDINGS', 'STATS#*', 'STEPS#*', 'TRANSCRIPT#*', 'UPLOAD#*'],
  ],
  'delivery-logs': ['DELIVERED#*', 'DELIVERY#*', 'DELIVERY_MONTHS', 'DELIVERY_SITE', 'LOGFILE#*'],
  ingest: ['CONTENT#*', 'CREATOR', 'STEPS#*', 'UPLOAD#*'],
  'moderation-model-check': [],
  moderation: api('AUDIT#*', 'PLAYLIST#*', 'REPORTS#*'),
  safety: api('AUDIT#*', 'CONTENT#*', 'SAFETY#*', 'SAFETY_EVALUATION', 'SAFETY_POLICY'),
  'safety-worker': ['CONTENT#*', 'SAFETY#*', 'SAFETY_EVALUATION', 'STEPS#*'],
  search: api(),
  'search-index': [],
  speech: ['ANALYSIS#*', 'BUDGET#*', 'STEPS#*', 'TRANSCRIPT#*'],
  sweeper: ['CONTENT#*', 'CREATOR', 'STEPS#*', 'UPLOAD#*'],
  'transcript-captions': ['ANALYSIS#*', 'CONTENT#*', 'STEPS#*'],
  transcripts: api('AUDIT#*', 'STEPS#*', 'TRANSCRIPT#*'),
  uploads: api('AUDIT#*', 'CREATOR', 'UPLOAD#*'),

  // Operation
  'delivery-monitor': api(),
  'delivery-watch': ['DELIVERY_ALERTS', 'WATCH#RULES', 'WATCH#STATE'],
  audit: api(),
  'audit-seal': ['AUDIT_MONTH', 'AUDIT_SEAL#*'],
  counts: ['COUNTED#*#*', 'COUNTS'],
  dashboard: api(),
  // Starts conversions, and records what was done about the delivery of a title.
  'delivery-tools': api('AUDIT#*', 'CONTENT#*'),
  docs: [],
  live: api('TICKET#*'),
  'live-fan-out': ['CONNECTION#*', 'CONNECTIONS#*', 'TOPIC#*'],
  'live-socket': ['CONNECTION#*', 'CONNECTIONS#*', 'RATE#*#*', 'TICKET#*', 'TOPIC#*'],
  'security-detector': ['ALERT#*', 'ALERT_WINDOW#*#*', 'TOPIC#*'],
  'security-hours': ['SECURITY_HOURS'],
  settings: api('AUDIT#*', 'SETTINGS'),
  'signing-keys': [],
  'table-changes': ['CONNECTION#*', 'CONNECTIONS#*', 'SECURITY#*', 'TOPIC#*'],
};

/** What functions may write besides, in every stage but `prod`: people create test users with a plan. */
export const testStageOwners: Readonly<Record<string, readonly string[]>> = {
  people: ['BILLING#*', 'BILLING_COUNTS', 'PLAN#*'],
};

/**
 * What functions may write besides, in stages that visitors can browse without an account and that find topics with a
 * language model.
 */
export const publicStageOwners: Readonly<Record<string, readonly string[]>> = {
  'language-model-check': [],
};
