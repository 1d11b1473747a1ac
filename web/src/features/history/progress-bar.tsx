import type { CSSProperties } from 'react';
import { formatDuration } from '../../lib/format.ts';
import type { Progress } from './api.ts';
import styles from './progress-bar.module.css';
import { historyTexts } from './texts.ts';

/** How much of a content is left, in words: `12:30 left`. */
export const leftOf = ({ seconds, duration }: Progress): string => historyTexts.left(formatDuration(Math.max(0, duration - seconds)));

/** How far the person came, as a line; the words beside it say the same. */
export const ProgressBar = ({ progress: { seconds, duration } }: { readonly progress: Progress }) => (
  <span className={styles['bar']} style={{ '--share': duration > 0 ? Math.min(1, seconds / duration) : 0 } as CSSProperties} aria-hidden />
);
