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
  /** What a person watched and where they stopped ("usage data about 24 months"). */
  usage_data: 2 * YEAR,
  /** The position of a finished title. Kept a week so that a late write of another device does not bring it back. */
  finished_positions: 7 * DAY,
  /** Plays, each of which may count as one view. */
  plays: DAY,
  /** Security events ("security logs 12 months"). */
  security_events: YEAR,
  /** Acts of administrators: at least as long as security events, because they explain them. */
  audit_log: YEAR,
  /** Reports of playlists, with the user who sent each: as long as the entry of the decision about them. */
  playlist_reports: YEAR,
  /** Accounts whose email address was never confirmed. */
  unconfirmed_accounts: 7 * DAY,
  /** Uploads that no content item claimed, with their file and the storage they reserve. */
  abandoned_uploads: DAY,
  /** Uploads that were rejected or given up, so that asking again returns the same answer. */
  aborted_uploads: 2 * DAY,
  /** Outputs of a superseded conversion attempt, which players may still be fetching. */
  superseded_outputs: HOUR,
  /** Bulk jobs with their items; after this they can no longer be undone. */
  bulk_jobs: 90 * DAY,
  /** Open live connections: the gateway closes one after two hours; ten minutes more for its last message. */
  live_connections: 130 * MINUTE,
  /** Live tickets, counted from the end of their validity. */
  live_tickets: HOUR,
  /** Delivery state of a live topic that nothing was published to. */
  live_topics: DAY,
  /** Requests for a forgotten user name, with their code, which is valid for ten of these minutes. */
  username_requests: 15 * MINUTE,
  /** Rate counters, counted from the end of their window. */
  rate_counters: MINUTE,
  /** Replaced and deleted versions of stored files. */
  object_versions: 30 * DAY,
  /** Parts of uploads that were never completed, in case the sweeper misses them. */
  unfinished_parts: 7 * DAY,
} as const;

/** A kind of data in the retention table. */
export type RetentionKey = keyof typeof retention;

/** A period of the retention table in whole days. */
export const retentionDays = (key: RetentionKey): number => Math.round(retention[key] / DAY);

/** A period of the retention table in whole minutes, for texts. */
export const retentionMinutes = (key: RetentionKey): number => Math.round(retention[key] / MINUTE);

/** A period of the retention table in whole months, for texts. */
export const retentionMonths = (key: RetentionKey): number => Math.round((retention[key] * 12) / YEAR);

/** A period of the retention table in milliseconds. */
export const retentionMs = (key: RetentionKey): number => retention[key] * 1000;

/** Epoch seconds at which data expires; `from` is an ISO 8601 time or milliseconds since 1970. */
export const expiryOf = (from: string | number, key: RetentionKey): number =>
  Math.ceil((typeof from === 'number' ? from : Date.parse(from)) / 1000) + retention[key];
