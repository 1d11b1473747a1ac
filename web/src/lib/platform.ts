import { createStore } from './store.ts';

/** Name of the platform, and its description in one line. */
export interface Platform {
  readonly name: string;
  readonly description: string;
}

/** The single source of name and description. Set to the administrator's values once they are loaded. */
export const platform = createStore<Platform>({
  name: 'Soundstage',
  description: 'Music and video streaming that you own.',
});
