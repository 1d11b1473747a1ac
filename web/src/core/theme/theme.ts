import { deviceStore, type KeyValueStore } from '../../lib/storage.ts';
import { createStore } from '../../lib/store.ts';

/** The chosen theme; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'soundstage.theme';
const order: readonly ThemeChoice[] = ['system', 'light', 'dark'];

const isChoice = (value: string | null): value is ThemeChoice => order.some((choice) => choice === value);

/** The theme of the page; `web/startup/startup.js` applies the same rule before the first paint. */
export interface Theme {
  readonly get: () => ThemeChoice;
  readonly subscribe: (listener: () => void) => () => void;
  readonly choose: (choice: ThemeChoice) => void;
}

/** Creates the theme. It follows the device while the choice is `system`. */
export const createTheme = (store: KeyValueStore = deviceStore): Theme => {
  const stored = store.get(STORAGE_KEY);
  const choice = createStore<ThemeChoice>(isChoice(stored) ? stored : 'system');
  const systemIsLight = window.matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    const light = choice.get() === 'light' || (choice.get() === 'system' && systemIsLight.matches);
    document.documentElement.dataset['theme'] = light ? 'light' : 'dark';
  };
  systemIsLight.addEventListener('change', apply);
  return {
    get: choice.get,
    subscribe: choice.subscribe,
    choose: (next) => {
      if (next === 'system') store.remove(STORAGE_KEY);
      else store.set(STORAGE_KEY, next);
      choice.set(next);
      apply();
    },
  };
};

/** The choice after this one, for a button that cycles through them. */
export const nextThemeChoice = (choice: ThemeChoice): ThemeChoice =>
  order[(order.indexOf(choice) + 1) % order.length] ?? 'system';
