import { useSyncExternalStore } from 'react';
import type { Player } from '../core/player.ts';
import styles from './full-player.module.css';
import { playerTexts } from '../core/texts.ts';
import { usePlayerState } from '../core/use-player.ts';

/** The current caption lines, as text over the picture. */
export const Captions = ({ player }: { readonly player: Player }) => {
  const { captions } = usePlayerState(player);
  const { captionSize, captionStyle } = useSyncExternalStore(player.preferences.subscribe, player.preferences.get);
  const lines = useSyncExternalStore(player.cues.subscribe, player.cues.get);
  if (!captions || lines.length === 0) return null;
  return (
    <div
      className={styles['captions']}
      data-size={captionSize}
      data-style={captionStyle}
      role="group"
      aria-label={playerTexts.captionText}
      lang={captions.language}
    >
      {lines.map((line, index) => (
        <p key={index} dir="auto">
          <span>{line}</span>
        </p>
      ))}
    </div>
  );
};
