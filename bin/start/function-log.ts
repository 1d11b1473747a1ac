import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

/** Levels that are written to the file only. */
const QUIET = ['debug', 'info'];

/** A source position in a stack line, whatever folder its source map names. */
const POSITION =
  /(?<=\(|at |at async )(?:file:\/\/)?[^()'"\n]*?\/((?:lambdas|node_modules)\/[^\s()'"]+?:\d+(?::\d+)?)/g;

/** A stack line of the runtime or a package. It does not help fix the function, so only the file contains it. */
const isForeign = (line: string): boolean => /^\s+at /.test(line) && !/\blambdas\//.test(line);

const readObject = (line: string): Readonly<Record<string, unknown>> | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

const formatFields = (fields: Readonly<Record<string, unknown>>): string => {
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

/**
 * Formats a function's log line for the terminal: level and message, then the other fields, then the stack with
 * positions in `lambdas/…`. Undefined for a line that belongs in the file only.
 */
export const readableLine = (name: string, line: string): string | undefined => {
  const fields = readObject(line);
  if (!fields) return isForeign(line) ? undefined : `[${name}] ${line.replaceAll(POSITION, '$1')}`;
  const { level, message, stack, errorName, errorMessage, ...rest } = fields;
  if (QUIET.includes(String(level).toLowerCase())) return undefined;
  const reason =
    typeof stack === 'string' ? stack : [errorName, errorMessage].filter((part) => part !== undefined).join(': ');
  const lines =
    reason === ''
      ? []
      : reason
          .split('\n')
          .filter((text) => !isForeign(text))
          .map((text) => text.replaceAll(POSITION, '$1'));
  return [
    `[${name}] ${String(level)}: ${String(message)}${formatFields(rest)}`,
    ...lines.map((text) => `    ${text}`),
  ].join('\n');
};

/**
 * Writes every log line unchanged to `functions.log` in the data folder, and passes warnings and errors to `show` too.
 */
export const openFunctionLog = (
  folder: string,
  show: (text: string) => void,
): ((name: string, line: string) => void) => {
  const file = createWriteStream(join(folder, 'functions.log'));
  // Emitted once: after its first error the stream ignores writes. A log file that cannot be written stops nothing.
  file.on('error', (error) => show(`Can't write function output to functions.log: ${error.message}`));
  return (name, line) => {
    file.write(`${name} ${line}\n`);
    const text = readableLine(name, line);
    if (text !== undefined) show(text);
  };
};
