import type { KeyValueStore } from '../../../lib/storage.ts';
import type { LocalPosition } from './resume-rules.ts';

/** Storage key of the signed-in user's playback positions; removed at sign-out. */
export const LOCAL_POSITIONS_KEY = 'soundstage.positions';

/** Number of stored positions; the oldest ones are dropped. */
const MAX_POSITIONS = 50;

/**
 * The last position of each item in this browser. It is more exact than the server's, and it survives a page that
 * crashes before it can save.
 */
export interface LocalPositions {
  readonly get: (contentId: string) => LocalPosition | null;
  readonly set: (contentId: string, position: LocalPosition) => void;
  readonly remove: (contentId: string) => void;
}

type Stored = readonly (readonly [contentId: string, seconds: number, duration: number, version: number])[];

const isStored = (value: unknown): value is Stored =>
  Array.isArray(value) &&
  value.every(
    (entry) =>
      Array.isArray(entry) &&
      typeof entry[0] === 'string' &&
      entry.slice(1, 4).filter((part) => typeof part === 'number').length === 3,
  );

/** Opens the positions of a user. Positions of another user are ignored and then overwritten. */
export const createLocalPositions = (store: KeyValueStore, userId: string): LocalPositions => {
  const read = (): Stored => {
    try {
      const { user, positions } = JSON.parse(store.get(LOCAL_POSITIONS_KEY) ?? '{}') as {
        readonly user?: unknown;
        readonly positions?: unknown;
      };
      return user === userId && isStored(positions) ? positions : [];
    } catch {
      return [];
    }
  };
  const write = (positions: Stored) => store.set(LOCAL_POSITIONS_KEY, JSON.stringify({ user: userId, positions }));
  const others = (contentId: string): Stored => read().filter(([id]) => id !== contentId);
  return {
    get: (contentId) => {
      const [, seconds = 0, duration = 0, version = 0] = read().find(([id]) => id === contentId) ?? [];
      return duration > 0 ? { seconds, duration, version } : null;
    },
    set: (contentId, { seconds, duration, version }) =>
      write([[contentId, seconds, duration, version] as const, ...others(contentId)].slice(0, MAX_POSITIONS)),
    remove: (contentId) => write(others(contentId)),
  };
};
