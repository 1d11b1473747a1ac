import type { CSSProperties } from 'react';
import styles from './progress-line.module.css';

export interface ProgressLineProps {
  /** Where somebody is in something, and how long it is, in seconds. */
  readonly seconds: number;
  readonly duration: number;
}

/** How far somebody came, as a line at the lower edge of an artwork; the words beside it say the same. */
export const ProgressLine = ({ seconds, duration }: ProgressLineProps) => (
  <span
    className={styles['line']}
    style={{ '--share': duration > 0 ? Math.min(1, seconds / duration) : 0 } as CSSProperties}
    aria-hidden
  />
);
