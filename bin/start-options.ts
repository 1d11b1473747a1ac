import { parseArgs } from 'node:util';
import { StartError } from '../infra/local/start-error.ts';

/** What a person asks of `npm start`. */
export interface StartOptions {
  /** Begin with empty data. */
  readonly reset: boolean;
  /** Make no demo titles in this data folder, now or later. */
  readonly empty: boolean;
  /** Rebuild what changes on disk; off with `--no-watch`. */
  readonly watch: boolean;
}

const known = {
  reset: { type: 'boolean', default: false },
  empty: { type: 'boolean', default: false },
  'no-watch': { type: 'boolean', default: false },
} as const;

/** Reads the words behind `npm start --`. @throws StartError for one that is not known */
export const readStartOptions = (args: readonly string[]): StartOptions => {
  try {
    const { reset, empty, 'no-watch': still } = parseArgs({ args: [...args], options: known }).values;
    return { reset, empty, watch: !still };
  } catch (error) {
    // Node's message names the word, with advice about positional arguments behind its first sentence.
    const [reason = ''] = String((error as Error).message).split('. ');
    throw new StartError(
      `${reason.replace(/\.$/, '')}. npm start knows ${Object.keys(known)
        .map((name) => `--${name}`)
        .join(', ')}, behind a first --.`,
    );
  }
};
