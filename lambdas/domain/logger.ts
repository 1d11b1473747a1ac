/** Structured fields of a log line. Never tokens, signed URLs, whole events or personal data. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Log for operators. Each call writes one line. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** `error` adds its name, message and stack. Messages of AWS and Zod errors contain no stored values. */
  error(message: string, fields?: LogFields, error?: unknown): void;
}

/** Writes nothing. For tests, and for callers that need no log. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
