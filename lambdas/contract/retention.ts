/** Days of a calendar year, for periods that the specification gives in months. */
const YEAR = 365;

/**
 * How long what is kept of people and acts stays, in days. What expires in the table takes its time from here, and
 * every text that names a period reads it.
 */
export const retentionDays = {
  /** What somebody watched and where they stopped ("usage data about 24 months"). */
  usage_data: 2 * YEAR,
  /** What was noted for security ("security logs 12 months"). */
  security_events: YEAR,
  /** Acts of administrators: as long as security events at least, since they explain them. */
  audit_log: YEAR,
  /** Accounts whose address was never confirmed. */
  unconfirmed_accounts: 7,
} as const;

/** Months of a period, for texts. */
export const monthsOf = (days: number): number => Math.round((days * 12) / YEAR);

const DAY_SECONDS = 86_400;

/** Epoch seconds at which something of a time is gone. */
export const expiryOf = (at: string, days: number): number => Math.ceil(Date.parse(at) / 1000) + days * DAY_SECONDS;
