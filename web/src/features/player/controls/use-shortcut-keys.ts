import { useSyncExternalStore } from 'react';
import type { Player } from '../core/player.ts';
import { ariaKeys, type ShortcutName } from './shortcuts.ts';

/** The value of `aria-keyshortcuts` for a button; undefined while keyboard shortcuts are off. */
export const useShortcutKeys = ({ preferences }: Player): ((name: ShortcutName) => string | undefined) => {
  const { shortcuts } = useSyncExternalStore(preferences.subscribe, preferences.get);
  return (name) => (shortcuts ? ariaKeys(name) : undefined);
};
