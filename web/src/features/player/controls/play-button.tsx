import { Pause, Play } from 'lucide-react';
import type { Player } from '../core/player.ts';
import styles from '../views/player.module.css';
import { playerTexts } from '../core/texts.ts';
import { usePlayerState } from '../core/use-player.ts';
import { useShortcutKeys } from './use-shortcut-keys.ts';

/** The round button that plays and pauses. `size` of its icon in pixels. */
export const PlayButton = ({ player, size }: { readonly player: Player; readonly size: number }) => {
  const { playing } = usePlayerState(player);
  const keys = useShortcutKeys(player);
  const Icon = playing ? Pause : Play;
  const label = playing ? playerTexts.pause : playerTexts.play;
  return (
    <button
      type="button"
      className={styles['play']}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys('toggle')}
      onClick={player.toggle}
    >
      <Icon aria-hidden size={size} fill="currentColor" strokeWidth={playing ? 0 : 2} />
    </button>
  );
};
