import { useSyncExternalStore } from 'react';
import type { Player } from '../core/player.ts';
import { ariaKeys, type ShortcutName } from './shortcuts.ts';

/** What `aria-keyshortcuts` of a button says; nothing while the keys are switched off. */
export const useShortcutKeys = ({ preferences }: Player): ((name: ShortcutName) => string | undefined) => {
  const { shortcuts } = useSyncExternalStore(preferences.subscribe, preferences.get);
  return (name) => (shortcuts ? ariaKeys(name) : undefined);
};
