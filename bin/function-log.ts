import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

/** Levels that stay in the file. */
const QUIET = ['debug', 'info'];

/** A place in a line of a stack, in whatever folder its source map puts the checkout. */
const PLACE = /(?<=\(|at |at async )(?:file:\/\/)?[^()'"\n]*?\/((?:lambdas|node_modules)\/[^\s()'"]+?:\d+(?::\d+)?)/g;

/**
 * A line of a stack that leads through the runtime or a package: of no use to who mends the function, and kept in the
 * file.
 */
const isForeign = (line: string): boolean => /^\s+at /.test(line) && !/\blambdas\//.test(line);

const readObject = (line: string): Readonly<Record<string, unknown>> | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

const factsOf = (fields: Readonly<Record<string, unknown>>): string => {
  const facts = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`;
};

/**
 * A function's line as a person reads it in a terminal: level and message, then what is known beside them, then the
 * stack with the places in `lambdas/…`. Undefined for what belongs into the file only.
 */
export const readableLine = (name: string, line: string): string | undefined => {
  const fields = readObject(line);
  if (!fields) return isForeign(line) ? undefined : `[${name}] ${line.replaceAll(PLACE, '$1')}`;
  const { level, message, stack, errorName, errorMessage, ...rest } = fields;
  if (QUIET.includes(String(level).toLowerCase())) return undefined;
  const why =
    typeof stack === 'string' ? stack : [errorName, errorMessage].filter((part) => part !== undefined).join(': ');
  const lines =
    why === ''
      ? []
      : why
          .split('\n')
          .filter((text) => !isForeign(text))
          .map((text) => text.replaceAll(PLACE, '$1'));
  return [`[${name}] ${String(level)}: ${String(message)}${factsOf(rest)}`, ...lines.map((text) => `    ${text}`)].join(
    '\n',
  );
};

/**
 * Every line of the functions goes to `functions.log` of the data folder as it is; what is no plain information to
 * `show` as well.
 */
export const openFunctionLog = (
  folder: string,
  show: (text: string) => void,
): ((name: string, line: string) => void) => {
  const file = createWriteStream(join(folder, 'functions.log'));
  // Heard once: after its first error the stream takes nothing more, and a log that cannot be kept ends no stack.
  file.on('error', (error) => show(`What functions print is no longer kept in functions.log: ${error.message}`));
  return (name, line) => {
    file.write(`${name} ${line}\n`);
    const text = readableLine(name, line);
    if (text !== undefined) show(text);
  };
};
