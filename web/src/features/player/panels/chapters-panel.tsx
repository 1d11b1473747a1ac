import { formatDuration } from '../../../lib/format.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import styles from './player-panel.module.css';
import type { Player } from '../core/player.ts';
import { chapterAt } from '../core/rules.ts';
import { playerTexts } from '../core/texts.ts';
import { usePlayerPosition, usePlayerState } from '../core/use-player.ts';

/** The chapters of the current item; choosing one jumps to it. */
export const ChaptersPanel = ({ player }: { readonly player: Player }) => {
  const { details } = usePlayerState(player);
  const { time } = usePlayerPosition(player);
  // The next item is loading. The panel closes if that item has no chapters.
  if (details === null) return <LoadingState label={playerTexts.loading} />;
  const { chapters } = details;
  const current = chapterAt(chapters, time);
  return (
    <ol className={styles['list']}>
      {chapters.map(({ start, title }, index) => (
        <li key={start}>
          <button
            type="button"
            className={`${styles['choose']} ${styles['chapter']}`}
            aria-current={index === current}
            onClick={() => player.seek(start)}
          >
            <span className={styles['chapterTime']}>{formatDuration(start)} </span>
            <span className={styles['name']}>{title}</span>
          </button>
        </li>
      ))}
    </ol>
  );
};
