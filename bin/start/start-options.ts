import { parseArgs } from 'node:util';
import { StartError } from '../../infra/local/start-error.ts';

/** The options of `npm start`. */
export interface StartOptions {
  /** Delete all data first. */
  readonly reset: boolean;
  /** Create no demo titles in this data folder, now or later. */
  readonly empty: boolean;
  /** Rebuild on source changes; off with `--no-watch`. */
  readonly watch: boolean;
  /** Stack traces of functions name sources instead of bundles; off with `--no-source-maps`. */
  readonly sourceMaps: boolean;
  /** Maximum number of active sessions of a user. @default that of the stage */
  readonly sessionLimit?: number;
}

const known = {
  reset: { type: 'boolean', default: false },
  empty: { type: 'boolean', default: false },
  'no-watch': { type: 'boolean', default: false },
  'no-source-maps': { type: 'boolean', default: false },
  'session-limit': { type: 'string' },
} as const;

const readLimit = (text: string): number => {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1) throw new StartError(`--session-limit must be a number from 1, not "${text}".`);
  return limit;
};

/** Parses the arguments after `npm start --`. @throws StartError for an unknown one */
export const readStartOptions = (args: readonly string[]): StartOptions => {
  try {
    const {
      reset,
      empty,
      'no-watch': noWatch,
      'no-source-maps': noSourceMaps,
      'session-limit': limit,
    } = parseArgs({
      args: [...args],
      options: known,
    }).values;
    return {
      reset,
      empty,
      watch: !noWatch,
      sourceMaps: !noSourceMaps,
      ...(limit === undefined ? {} : { sessionLimit: readLimit(limit) }),
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    // Node's message names the argument in its first sentence; advice on positional arguments follows.
    const [reason = ''] = String((error as Error).message).split('. ');
    throw new StartError(
      `${reason.replace(/\.$/, '')}. Use npm start -- followed by any of ${Object.keys(known)
        .map((name) => `--${name}`)
        .join(', ')}.`,
    );
  }
};
