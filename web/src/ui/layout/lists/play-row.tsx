import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { Artwork, type ArtworkProps } from '../../identity/artwork.tsx';
import styles from './play-row.module.css';
import { ProgressLine, type ProgressLineProps } from '../../feedback/progress-line.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';

export interface PlayRowProps extends Pick<ArtworkProps, 'title' | 'src' | 'shape'> {
  /** What pressing the row does; screen readers announce it before the title. */
  readonly action: string;
  /** The line below the title: artist or creator. */
  readonly by: string;
  /** Size of the play icon on the artwork, in CSS pixels. */
  readonly iconSize: number;
  /** The user's playback position. */
  readonly progress?: ProgressLineProps | undefined;
  /** The item is in the player now. */
  readonly current: boolean;
  readonly onPlay: () => void;
  /** An additional line. */
  readonly children?: ReactNode;
}

/** The button that plays a row of a list: artwork, title and artist. */
export const PlayRow = ({
  title,
  src,
  shape = 'wide',
  action,
  by,
  iconSize,
  progress,
  current,
  onPlay,
  children,
}: PlayRowProps) => (
  <button type="button" className={classNames(styles['play'], current && styles['current'])} onClick={onPlay}>
    <span className={styles['artwork']}>
      <Artwork title={title} src={src} shape={shape}>
        <span className={styles['disc']} aria-hidden>
          <Play size={iconSize} fill="currentColor" />
        </span>
        {progress && <ProgressLine {...progress} />}
      </Artwork>
    </span>
    <span className={styles['names']}>
      <VisuallyHidden>{action} </VisuallyHidden>
      <span className={styles['title']}>{title}</span>
      <span className={styles['by']}>{by}</span>
      {children}
    </span>
  </button>
);
