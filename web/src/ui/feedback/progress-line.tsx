import type { CSSProperties } from 'react';
import styles from './progress-line.module.css';

export interface ProgressLineProps {
  /** Playback position and duration, in seconds. */
  readonly seconds: number;
  readonly duration: number;
}

/** Playback progress, drawn at the lower edge of an artwork. Screen readers skip it: nearby text says the same. */
export const ProgressLine = ({ seconds, duration }: ProgressLineProps) => (
  <span
    className={styles['line']}
    style={{ '--share': duration > 0 ? Math.min(1, seconds / duration) : 0 } as CSSProperties}
    aria-hidden
  />
);
