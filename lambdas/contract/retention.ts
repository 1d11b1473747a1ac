const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A calendar year, for periods that the specification gives in months. */
const YEAR = 365 * DAY;

/**
 * How long each kind of data is kept, in seconds. This is the only table of periods: expiry times in the table, the
 * sweeps, the lifecycle rules of buckets and every text that names a period read it.
 */
export const retention = {
  /** What a user watched and where they stopped ("usage data about 24 months"). */
  usage_data: 2 * YEAR,
  /** The position of a finished title. Kept a week so that a late write of another device does not bring it back. */
  finished_positions: 7 * DAY,
  /** Plays, each of which may count as one view. */
  plays: DAY,
  /** Security events ("security logs 12 months"). */
  security_events: YEAR,
  /** What the rules of security alerts remember about a subject: longer than any of their windows. */
  alert_windows: 2 * HOUR,
  /** What browsers counted of users who consent to behavioral security analysis. */
  behavioral_patterns: 90 * DAY,
  /** Names of patterns that a browser sent, so that sending one again stores nothing. */
  sent_patterns: DAY,
  /** What was delivered and played, by hour and by day. Sums of months are kept. */
  delivery: 92 * DAY,
  /** Which log files of the delivery were summed: longer than an event can be late and wait in the failure queue. */
  counted_logs: 21 * DAY,
  /** Delivery alerts with their outcome: as long as security events. */
  delivery_alerts: YEAR,
  /** Numbers of security events by hour; the last day is shown. */
  security_hours: 7 * DAY,
  /** Results of the checks of tokens, protection and response times: longer than any metric looks back. */
  security_checks: 90 * DAY,
  /** What each cleanup removed, to prove that periods are kept. */
  cleanup_runs: YEAR,
  /** Acts of administrators: at least as long as security events, because they explain them. */
  audit_log: YEAR,
  /** What the analysis of titles cost, by month and title. */
  analysis_costs: YEAR,
  /** Reports of playlists, with the user who sent each: as long as the entry of the decision about them. */
  playlist_reports: YEAR,
  /** Accounts that no one uses ("automatic deletion after 2 years of inactivity"). */
  inactive_accounts: 2 * YEAR,
  /** Uploads that no content item claimed, with their file and the storage they reserve. */
  abandoned_uploads: DAY,
  /** Uploads that were rejected or given up without a content item, so that asking again returns the same answer. */
  aborted_uploads: 2 * DAY,
  /** Outputs of a superseded conversion attempt, which players may still be fetching. */
  superseded_outputs: HOUR,
  /** Bulk jobs with their items; after this they can no longer be undone. */
  bulk_jobs: 90 * DAY,
  /** Devices that an account was used on, as hashes: as long as browsers keep the cookie that recognizes them. */
  known_devices: 400 * DAY,
  /** Open live connections: the gateway closes one after two hours; ten minutes more for its last message. */
  live_connections: 130 * MINUTE,
  /** Live tickets, counted from the end of their validity. */
  live_tickets: HOUR,
  /** Delivery state of a live topic that nothing was published to. */
  live_topics: DAY,
  /** Requests for a code by email, such as those to sign up; the code is valid for ten of these minutes. */
  code_requests: 15 * MINUTE,
  /** Codes of second factors that a session was asked for; they are valid for three of these minutes. */
  factor_challenges: 15 * MINUTE,
  /** Smart tokens, as hashes, from when they were issued: for the history of their user. */
  smart_tokens: 90 * DAY,
  /** Proofs that came with smart tokens, so that each is used once; they are valid for two of these minutes. */
  used_proofs: 10 * MINUTE,
  /** Sign-ins that were begun and not completed, counted from when they become security events. */
  sign_in_attempts: HOUR,
  /** Rate counters, counted from the end of their window. */
  rate_counters: MINUTE,
  /** Keyed hashes of addresses and cards that had a trial, so that it is free once. They outlive the account. */
  trial_marks: 2 * YEAR,
  /** Exports of a user's data, counted from when they are complete. */
  data_exports: 7 * DAY,
  /** Requests for an export or erasure, by the user's id only: they prove what was done. */
  data_requests: YEAR,
  /** The lock of an erased account, which rejects access tokens that were issued before. */
  erased_locks: DAY,
  /** Earlier states of the table that can be restored, fixed by DynamoDB. */
  table_recovery: 35 * DAY,
  /** Replaced and deleted versions of stored files. */
  object_versions: 30 * DAY,
  /** Parts of uploads that were never completed, in case the sweeper misses them. */
  unfinished_parts: 7 * DAY,
  /** Temporary passwords of accounts that an administrator created. */
  invitations: 7 * DAY,
  /** Logs of the functions, the API and the buckets in `prod`: long enough to look into an incident found late. */
  server_logs: 180 * DAY,
  /** The same in stages for development, which log more. */
  development_logs: 7 * DAY,
} as const;

/** A kind of data in the retention table. */
export type RetentionKey = keyof typeof retention;

/** What ends a kind of data when its period is over. */
export type Enforcement =
  /** The cleanup, daily or when an administrator runs it. It counts what it removes. */
  | 'cleanup'
  /** A worker that removes more than one stored item, every few minutes or daily. */
  | 'worker'
  /** The database, the storage, the log service or the user pool, at the end of the period or soon after. */
  | 'storage';

/** What enforces each period. */
export const enforcement: Readonly<Record<RetentionKey, Enforcement>> = {
  usage_data: 'cleanup',
  finished_positions: 'cleanup',
  plays: 'storage',
  security_events: 'cleanup',
  alert_windows: 'storage',
  behavioral_patterns: 'storage',
  sent_patterns: 'storage',
  delivery: 'storage',
  counted_logs: 'storage',
  delivery_alerts: 'storage',
  security_hours: 'storage',
  security_checks: 'storage',
  cleanup_runs: 'storage',
  audit_log: 'storage',
  analysis_costs: 'storage',
  playlist_reports: 'storage',
  inactive_accounts: 'cleanup',
  abandoned_uploads: 'worker',
  aborted_uploads: 'worker',
  superseded_outputs: 'worker',
  bulk_jobs: 'storage',
  known_devices: 'storage',
  live_connections: 'storage',
  live_tickets: 'storage',
  live_topics: 'storage',
  code_requests: 'storage',
  factor_challenges: 'storage',
  smart_tokens: 'storage',
  used_proofs: 'storage',
  sign_in_attempts: 'storage',
  rate_counters: 'storage',
  trial_marks: 'storage',
  data_exports: 'storage',
  data_requests: 'storage',
  erased_locks: 'storage',
  table_recovery: 'storage',
  object_versions: 'storage',
  unfinished_parts: 'storage',
  invitations: 'storage',
  server_logs: 'storage',
  development_logs: 'storage',
};

/** A period of the retention table in whole days. */
export const retentionDays = (key: RetentionKey): number => Math.round(retention[key] / DAY);

/** A period of the retention table in whole minutes, for texts. */
export const retentionMinutes = (key: RetentionKey): number => Math.round(retention[key] / MINUTE);

/** A period of the retention table in whole months, for texts. */
export const retentionMonths = (key: RetentionKey): number => Math.round((retention[key] * 12) / YEAR);

/** A period of the retention table in whole years, for texts. */
export const retentionYears = (key: RetentionKey): number => Math.round(retention[key] / YEAR);

const amount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A period, given in seconds, in its largest whole unit: `7 days`. */
export const periodText = (seconds: number): string => {
  if (seconds % DAY === 0) return amount(seconds / DAY, 'day');
  if (seconds % HOUR === 0) return amount(seconds / HOUR, 'hour');
  return amount(Math.round(seconds / MINUTE), 'minute');
};

/** A period of the retention table in milliseconds. */
export const retentionMs = (key: RetentionKey): number => retention[key] * 1000;

/** Epoch seconds at which data expires; `from` is an ISO 8601 time or milliseconds since 1970. */
export const expiryOf = (from: string | number, key: RetentionKey): number =>
  Math.ceil((typeof from === 'number' ? from : Date.parse(from)) / 1000) + retention[key];
