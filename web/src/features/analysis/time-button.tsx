import { timeOf } from './format.ts';
import styles from './analysis.module.css';
import { analysisTexts as texts } from './texts.ts';

/** Plays the title from a second on. */
export type PlayAt = (seconds: number) => void;

export interface TimeButtonProps {
  readonly ms: number;
  /** What is there, for screen readers. */
  readonly what: string;
  readonly onPlay: PlayAt;
}

/** A time in the title; pressing it plays the title from there. */
export const TimeButton = ({ ms, what, onPlay }: TimeButtonProps) => (
  <button
    type="button"
    className={styles['time']}
    aria-label={texts.playAt(timeOf(ms), what)}
    onClick={() => onPlay(Math.floor(ms / 1000))}
  >
    {timeOf(ms)}
  </button>
);
