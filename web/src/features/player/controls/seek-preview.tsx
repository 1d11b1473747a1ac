import type { CSSProperties } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import styles from './seek.module.css';
import { tileAt, type StoryboardTile } from './storyboard.ts';

export interface SeekPreviewProps {
  /** Seconds. */
  readonly time: number;
  /** 0 to 1, along the slider. */
  readonly ratio: number;
  readonly tiles: readonly StoryboardTile[];
  readonly chapter: string | undefined;
}

/** The preview above a position of the slider. Hidden from screen readers, since the slider announces the same. */
export const SeekPreview = ({ time, ratio, tiles, chapter }: SeekPreviewProps) => {
  const tile = tileAt(tiles, time);
  return (
    <div className={styles['preview']} style={{ '--at': ratio } as CSSProperties} aria-hidden>
      {tile && (
        <span
          className={styles['tile']}
          style={{
            width: tile.width,
            height: tile.height,
            backgroundImage: `url("${tile.sheet}")`,
            backgroundPosition: `-${tile.x}px -${tile.y}px`,
          }}
        />
      )}
      {chapter !== undefined && <span className={styles['previewChapter']}>{chapter}</span>}
      <span className={styles['previewTime']}>{formatDuration(time)}</span>
    </div>
  );
};
