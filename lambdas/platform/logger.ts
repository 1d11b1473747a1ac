import type { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import type { LogFields, Logger } from '../domain/logger.ts';

/** What the SDK adds to its errors. */
type MetadataBearer = Pick<DynamoDBServiceException, '$metadata'>;

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof LEVELS)[number];

/** Maximum length of a stack in a log line. */
const MAX_STACK = 4000;

/** What a line says of an error. `tries`: how often the SDK made the call that failed. */
const errorFields = (error: unknown): LogFields => {
  if (!(error instanceof Error)) return error === undefined ? {} : { errorName: typeof error };
  const { name, message, stack, $metadata }: Error & Partial<MetadataBearer> = error;
  const tries = $metadata?.attempts;
  return {
    errorName: name,
    errorMessage: message,
    stack: stack?.slice(0, MAX_STACK),
    ...(tries === undefined ? {} : { tries }),
  };
};

/**
 * A logger that prints one JSON object per line, which CloudWatch Logs Insights can query by field. Lines below `level`
 * are left out.
 */
export const createLogger = (
  level: string | undefined,
  fixed: LogFields = {},
  print: (line: string) => void = (line) => console.log(line),
): Logger => {
  const threshold = Math.max(0, LEVELS.indexOf((level ?? 'info') as Level));
  const write = (at: Level, message: string, fields: LogFields = {}, error?: unknown): void => {
    if (LEVELS.indexOf(at) < threshold) return;
    print(JSON.stringify({ level: at, message, ...fixed, ...fields, ...errorFields(error) }));
  };
  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields, error) => write('error', message, fields, error),
  };
};
