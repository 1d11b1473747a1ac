/** Texts of the CDN Management tab. Texts from the specification are used verbatim. */
export const panelTexts = {
  noData: 'No data yet',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  between: (from: string, to: string) => `${from} to ${to}`,
  /** How far the browser checks of a bucket or a title are. */
  states: { unchecked: 'Unchecked', configured: 'Configured', error: 'Error' },
} as const;

/** What a tool that puts back settings of buckets did. */
export const repairTexts = {
  unchanged: 'Everything is as the template declares. Nothing was changed.',
  updated: 'Settings that differed were put back as the template declares them. The audit log has an entry.',
  manualTitle: 'Manual configuration required',
  manualText: 'No role of this product may change this. Follow these steps in AWS:',
  steps: 'Steps of the manual configuration',
  console: 'Open the AWS console',
} as const;

/** The panel about the CORS rules of the buckets. */
export const corsTexts = {
  title: 'S3 CORS Configuration',
  lead:
    'Browsers upload files directly to the upload bucket, so its CORS rules must allow this site. The template ' +
    'declares the rules. This tool compares them with the real ones, and puts them back if they differ.',
  configure: 'Configure CORS',
  failed: 'CORS Configuration Failed',
  manual: 'CORS must be configured manually. CDN Management shows the steps.',
  strategy: {
    title: 'Delivery strategy',
    lead: 'Playback uses CloudFront, and CORS only while CloudFront is down. Uploads always use CORS.',
    operation: 'Operation',
    operations: { playback: 'Playback', upload: 'Upload' },
    forced: 'Strategy',
    automatic: 'Automatic',
    strategies: { cloudfront: 'CloudFront', cors: 'CORS' },
    size: 'File size in MB',
    sizeHint: 'Optional. Shows whether a single request can upload the file.',
    check: 'Check strategy',
    apply: 'Apply strategy',
    chosen: 'Chosen strategy',
    reason: 'Reason',
    cloudFront: 'CloudFront is enabled and deployed',
    cors: 'CORS rules are as declared',
    singlePut: 'One request can upload the file',
    unusable: 'This strategy cannot be used now.',
  },
} as const;

/** The panel about the distribution, and the CDN setup step of a title. */
export const cloudFrontTexts = {
  title: 'CloudFront Setup',
  lead:
    'A deployment creates the distribution of this stage; enterprise CDNs take 5 to 15 minutes. These tools find it ' +
    'and check that it delivers.',
  settings: 'Active CDN settings',
  loading: 'Loading the CDN settings',
  loadFailed: 'Failed to load the CDN settings. Please try again.',
  noSettings: 'No active CDN settings: the distribution is disabled or missing.',
  distribution: 'Distribution',
  domain: 'Domain',
  status: 'Status',
  active: 'Active',
  existing: 'Set up CDN for existing titles',
  enterprise: 'Enterprise CloudFront',
  enterpriseForm: 'Enterprise CloudFront setup',
  bucket: 'Bucket name',
  bucketHint: 'The upload or media bucket of this stage. “Diagnose S3 access” shows their names.',
  region: 'AWS Region',
  regionHint: 'For example: us-east-2',
  missing: 'Enter a bucket name and an AWS Region.',
  find: 'Set up enterprise CloudFront',
  disabled: 'The distribution is disabled.',
  found: 'The distribution delivers every title that has media.',
  /** After a failure of CloudFront. */
  fallback: (strategy: string, reason: string) => `Delivery strategy: ${strategy}. ${reason}`,
  done: 'CDN setup complete',
  doneText: (title: string) => `The distribution can deliver “${title}”. The result was recorded.`,
  noMedia: 'There is no converted media yet',
  noMediaText: (title: string) => `Run this setup again once “${title}” is converted.`,
  toTab: 'Open CDN Management',
} as const;

/** The tools that only look, and the one that closes buckets. */
export const toolTexts = {
  title: 'AWS and S3 Test Tools',
  lead: 'These tools ask AWS now. No tool can open a bucket.',
  test: 'Test AWS connection',
  testFailed: 'AWS Test Failed',
  notAll: (names: string) => `No response from: ${names}`,
  connections: (time: string) => `Connections, tested ${time}`,
  dependency: 'Dependency',
  result: 'Result',
  latency: 'Latency',
  milliseconds: (count: string) => `${count} ms`,
  responds: 'Responds',
  names: {
    table: 'Database table',
    'uploads-bucket': 'Upload bucket',
    'media-bucket': 'Media bucket',
    distribution: 'CloudFront distribution',
    parameters: 'Parameters',
  },
  diagnose: 'Diagnose S3 access',
  diagnoseFailed: 'S3 diagnosis failed',
  diagnosis: (time: string) => `S3 access, checked ${time}`,
  bucket: 'Bucket',
  buckets: { uploads: 'Uploads', media: 'Media' },
  cors: 'CORS',
  block: 'Public access block',
  policy: 'Policy',
  isPublic: 'Public',
  states: { 'as-declared': 'As declared', different: 'Different', unknown: 'Unknown' },
  recommendations: 'Recommendations',
  noRecommendations: 'Everything is as the template declares.',
  fix: 'Fix public access',
  fixTitle: 'Block public access again?',
  fixText: 'Buckets that do not block public access are closed. Their policies are only compared.',
  fixFailed: 'Fixing public access failed',
  fixManual: 'A setting must be put back manually. The steps are below the buttons.',
} as const;

/** The panel that shows how far changes of the distribution have reached. */
export const propagationTexts = {
  title: 'CDN Propagation Status',
  lead: 'Changes and invalidations reach all edge locations after some minutes. Updated every 30 seconds.',
  loading: 'Loading the propagation status',
  loadFailed: 'Failed to load the propagation status. Please try again.',
  states: { Propagating: 'Propagating', Deployed: 'Deployed' },
  progress: 'Propagation',
  percent: (value: string) => `${value} %`,
  elapsed: 'Elapsed',
  remaining: 'Remaining, about',
  invalidations: 'Open invalidations',
  expected: 'Expected duration',
  minutes: (count: string, isOne: boolean) => `${count} ${isOne ? 'minute' : 'minutes'}`,
  expectedText: (minutes: string, measured: string) =>
    `${minutes}: the median of up to 20 measured durations, or an assumption while fewer than 3 are measured ` +
    `(measured: ${measured})`,
  asOf: 'State of',
  outdated: 'CloudFront does not respond',
  outdatedText: (time: string) => `This is the last known state, of ${time}.`,
} as const;

/** The panel that converts titles with outdated media again. */
export const migrationTexts = {
  title: 'Migrate to Permanent CDN',
  lead: (most: number) =>
    `Titles that an older version converted have outdated media. A migration converts them again, ${most} titles a ` +
    'run. You can stop after any run and continue later.',
  loading: 'Looking for titles with outdated media',
  loadFailed: 'Failed to load titles with outdated media. Please try again.',
  list: 'Titles with outdated media',
  empty: 'No outdated media found',
  emptySoFar: 'No outdated media found so far',
  more: 'Check more titles',
  run: (count: number) => `Migrate the next ${count === 1 ? 'title' : `${count} titles`}`,
  failed: 'Migration Failed',
  result: (migrated: number, skipped: number) => `Started: ${migrated}. Skipped: ${skipped}.`,
  left: (count: number) => `Remaining: ${count}.`,
  leftSoFar: (count: number) => `Remaining of the titles checked so far: ${count}.`,
  waiting: 'Waiting',
  started: 'Conversion started',
  reasons: {
    'not-found': 'No longer exists',
    'not-outdated': 'Is not outdated any more',
    busy: 'Is being converted, or waits for review',
    'replacement-failed': 'A new file for it failed',
    'no-source': 'Its uploaded file is missing',
  },
} as const;

/** The panel about the CDN fields of one title. */
export const titleTexts = {
  title: 'Title Tools',
  lead: 'Choose a title to see its CDN fields, to repair them, and to test its media.',
  picker: {
    label: 'Find a title',
    placeholder: 'Title, artist, or tag',
    clear: 'Clear the search',
    list: 'Titles to choose from',
    loading: 'Loading titles',
    loadFailed: 'Failed to load content. Please try again.',
  },
  none: 'No titles found',
  chosen: 'Chosen title',
  other: 'Choose another title',
  fields: 'CDN Fields',
  distribution: 'CloudFront distribution',
  cdn: 'CDN URL',
  permanent: 'Permanent URL',
  converted: 'Converted URL',
  empty: 'Empty',
  setup: 'Run CDN setup',
  check: 'CDN setup step',
  checkedText: (state: string, time: string) => `${state}, ${time}`,
  reset: 'Reset CDN fields',
  resetTitle: 'Reset the CDN fields?',
  resetText: (title: string) =>
    `The three CDN fields of “${title}” are emptied, and its files are removed from the cache of the distribution. ` +
    'Playback continues. Run CDN setup to set the fields again.',
  resetAction: 'Reset',
  resetFailed: 'Reset Failed',
  resetDone: 'CDN fields reset',
  resetDoneText: (title: string) => `The CDN fields of “${title}” are empty.`,
  resetNothing: 'The CDN fields are already empty.',
  fallback: 'CDN Fallback Fix',
  fallbackText:
    'Sets the CDN URL and the permanent URL to the converted URL, and records what they were. Repeating it changes ' +
    'nothing.',
  apply: 'Apply fallback',
  fallbackFailed: 'Fallback Failed',
  fallbackDone: 'CDN fallback applied',
  fallbackDoneText: (url: string) => `The title is delivered from ${url}.`,
  stillFailing: 'CDN Still Failing',
  stillFailingText: 'The fields have the converted URL, but the distribution is disabled or still being deployed.',
  applied: 'Fallback applied',
  originalPermanent: 'Permanent URL before',
  originalCdn: 'CDN URL before',
  audit: 'Conversion relied on',
  auditText: (status: string, url: string, attempt: string) => `${status}: ${url} (attempt: ${attempt})`,
} as const;
