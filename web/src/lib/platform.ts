import { createStore } from './store.ts';

/** Name of the platform, its description in one line, and whom to ask for another plan (can be empty). */
export interface Platform {
  readonly name: string;
  readonly description: string;
  readonly planContact: string;
}

/** The single source of these. Set to the administrator's values once they are loaded. */
export const platform = createStore<Platform>({
  name: 'Soundstage',
  description: 'Music and video streaming that you own.',
  planContact: '',
});
