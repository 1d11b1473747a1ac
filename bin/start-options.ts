import { parseArgs } from 'node:util';
import { StartError } from '../infra/local/start-error.ts';

/** The options of `npm start`. */
export interface StartOptions {
  /** Delete all data first. */
  readonly reset: boolean;
  /** Create no demo titles in this data folder, now or later. */
  readonly empty: boolean;
  /** Rebuild on source changes; off with `--no-watch`. */
  readonly watch: boolean;
}

const known = {
  reset: { type: 'boolean', default: false },
  empty: { type: 'boolean', default: false },
  'no-watch': { type: 'boolean', default: false },
} as const;

/** Parses the arguments after `npm start --`. @throws StartError for an unknown one */
export const readStartOptions = (args: readonly string[]): StartOptions => {
  try {
    const { reset, empty, 'no-watch': noWatch } = parseArgs({ args: [...args], options: known }).values;
    return { reset, empty, watch: !noWatch };
  } catch (error) {
    // Node's message names the argument in its first sentence; advice on positional arguments follows.
    const [reason = ''] = String((error as Error).message).split('. ');
    throw new StartError(
      `${reason.replace(/\.$/, '')}. Use npm start -- followed by any of ${Object.keys(known)
        .map((name) => `--${name}`)
        .join(', ')}.`,
    );
  }
};
