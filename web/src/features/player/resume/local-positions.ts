import type { KeyValueStore } from '../../../lib/storage.ts';
import type { LocalPosition } from './resume-rules.ts';

/** Where this browser remembers the places of whoever is signed in; removed when they sign out. */
export const LOCAL_POSITIONS_KEY = 'soundstage.places';

/** Contents that are remembered: those that were left last. */
const KEPT = 50;

/**
 * Where this browser was last in each content, without asking the server: more exact, and there when a page ends
 * without a word.
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

/** Opens the memory of a person; that of somebody else is given up. */
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
      write([[contentId, seconds, duration, version] as const, ...others(contentId)].slice(0, KEPT)),
    remove: (contentId) => write(others(contentId)),
  };
};
