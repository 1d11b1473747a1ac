import { createStore } from './store.ts';

/** What this platform is called, and what it is, in a line. */
export interface Platform {
  readonly name: string;
  readonly description: string;
}

/**
 * The one source of both: whoever shows them reads them here. What an administrator chooses is set here once it is
 * known.
 */
export const platform = createStore<Platform>({
  name: 'Soundstage',
  description: 'Music and video streaming that you own.',
});
