import { Pause, Play } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import type { Player } from '../core/player.ts';
import styles from './play-button.module.css';
import { playerTexts } from '../core/texts.ts';
import { usePlayerState } from '../core/use-player.ts';
import { useShortcutKeys } from './use-shortcut-keys.ts';

export interface PlayButtonProps {
  readonly player: Player;
  /** Size of the icon, in pixels. */
  readonly size: number;
  readonly className?: string | undefined;
}

/** The round button that plays and pauses. */
export const PlayButton = ({ player, size, className }: PlayButtonProps) => {
  const { playing } = usePlayerState(player);
  const keys = useShortcutKeys(player);
  const Icon = playing ? Pause : Play;
  const label = playing ? playerTexts.pause : playerTexts.play;
  return (
    <button
      type="button"
      className={classNames(styles['play'], className)}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys('toggle')}
      onClick={player.toggle}
    >
      <Icon aria-hidden size={size} fill="currentColor" strokeWidth={playing ? 0 : 2} />
    </button>
  );
};
