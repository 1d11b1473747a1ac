/** What somebody chose for the player in this browser. */
import { deviceStore, type KeyValueStore } from '../../../lib/storage.ts';
import { createStore, type Store } from '../../../lib/store.ts';

/** The choices. */
export interface PlayerPreferences {
  /** 1 is as recorded. */
  readonly rate: number;
  /** Whether captions are shown where there are any. */
  readonly captions: boolean;
  /** Language of captions that was chosen last; null: none was. */
  readonly language: string | null;
  /** Whether single keys work the player (WCAG 2.1.4). */
  readonly shortcuts: boolean;
}

/** Slowest and fastest speed, and the step between two. */
export const MIN_RATE = 0.25;
export const MAX_RATE = 2;
export const RATE_STEP = 0.25;

const KEY = 'soundstage.player';
const usual: PlayerPreferences = { rate: 1, captions: false, language: null, shortcuts: true };

/** The nearest speed that there is. */
export const rateNear = (rate: number): number =>
  Number.isFinite(rate) ? Math.min(MAX_RATE, Math.max(MIN_RATE, Math.round(rate / RATE_STEP) * RATE_STEP)) : 1;

const read = (text: string | null): PlayerPreferences => {
  try {
    const stored = JSON.parse(text ?? '{}') as Readonly<Record<string, unknown>>;
    return {
      rate: typeof stored['rate'] === 'number' ? rateNear(stored['rate']) : usual.rate,
      captions: stored['captions'] === true,
      language: typeof stored['language'] === 'string' ? stored['language'] : null,
      shortcuts: stored['shortcuts'] !== false,
    };
  } catch {
    return usual;
  }
};

/** Keeps the choices; what is stored and cannot be read counts as none. */
export const createPreferences = (
  device: KeyValueStore = deviceStore,
): Pick<Store<PlayerPreferences>, 'get' | 'subscribe'> & {
  readonly choose: (choice: Partial<PlayerPreferences>) => void;
} => {
  const store = createStore(read(device.get(KEY)));
  return {
    get: store.get,
    subscribe: store.subscribe,
    choose: (choice) => {
      store.set({ ...store.get(), ...choice });
      device.set(KEY, JSON.stringify(store.get()));
    },
  };
};

export type Preferences = ReturnType<typeof createPreferences>;
