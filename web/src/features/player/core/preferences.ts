import { MAX_RATE } from '../../../../../lambdas/contract/media/views.ts';
/** Preferences of the player, stored in this browser. */
import { deviceStore, type KeyValueStore } from '../../../lib/storage.ts';
import { createStore, type Store } from '../../../lib/store.ts';

export interface PlayerPreferences {
  /** 1 is normal speed. */
  readonly rate: number;
  /** Whether captions are shown where they are available. */
  readonly captions: boolean;
  /** The caption language that was chosen last; null for none. */
  readonly language: string | null;
  /** Whether single keys control the player (WCAG 2.1.4). */
  readonly shortcuts: boolean;
  readonly captionSize: CaptionSize;
  readonly captionStyle: CaptionStyle;
}

/** Sizes and styles of captions. */
export const CAPTION_SIZES = ['small', 'normal', 'large', 'huge'] as const;
export type CaptionSize = (typeof CAPTION_SIZES)[number];
export const CAPTION_STYLES = ['dark', 'light', 'outline'] as const;
export type CaptionStyle = (typeof CAPTION_STYLES)[number];

/** Slowest and fastest speed, and the step between two speeds. */
export const MIN_RATE = 0.25;
export const RATE_STEP = 0.25;

const KEY = 'soundstage.player';
const defaults: PlayerPreferences = {
  rate: 1,
  captions: false,
  language: null,
  shortcuts: true,
  captionSize: 'normal',
  captionStyle: 'dark',
};

/** The nearest available speed. */
export const rateNear = (rate: number): number =>
  Number.isFinite(rate) ? Math.min(MAX_RATE, Math.max(MIN_RATE, Math.round(rate / RATE_STEP) * RATE_STEP)) : 1;

const read = (text: string | null): PlayerPreferences => {
  try {
    const stored = JSON.parse(text ?? '{}') as Readonly<Record<string, unknown>>;
    return {
      rate: typeof stored['rate'] === 'number' ? rateNear(stored['rate']) : defaults.rate,
      captions: stored['captions'] === true,
      language: typeof stored['language'] === 'string' ? stored['language'] : null,
      shortcuts: stored['shortcuts'] !== false,
      captionSize: CAPTION_SIZES.find((size) => size === stored['captionSize']) ?? defaults.captionSize,
      captionStyle: CAPTION_STYLES.find((style) => style === stored['captionStyle']) ?? defaults.captionStyle,
    };
  } catch {
    return defaults;
  }
};

/** Loads the preferences. Stored values that can't be read are ignored. */
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
