/** Facts of one log line. Never tokens, signed URLs, whole events or personal data. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where use cases, repositories and workers write what an operator should know. One call is one line. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** `error` adds its name, message and stack; the message of an AWS or Zod error holds no stored values. */
  error(message: string, fields?: LogFields, error?: unknown): void;
}

/** Writes nothing; for tests and for callers that do not care. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
