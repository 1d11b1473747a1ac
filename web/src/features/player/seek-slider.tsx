import { useEffect, useRef, useState } from 'react';
import { useClock } from '../../core/clock-context.tsx';
import { formatDuration } from '../../lib/format.ts';
import { Slider } from '../../ui/slider.tsx';
import type { Player } from './player.ts';
import styles from './player.module.css';
import { spokenTime } from './rules.ts';
import { playerTexts } from './texts.ts';
import { usePlayerPosition } from './use-player.ts';

/** Seconds that an arrow key moves. */
const KEY_STEP = 5;
/** Milliseconds between two seeks while dragging (specification, section 9: one every 100 ms). */
const SEEK_INTERVAL_MS = 100;

/** Where the content is, and the way to another place in it. */
export const SeekSlider = ({ player, disabled }: { readonly player: Player; readonly disabled: boolean }) => {
  const { time, duration, buffered } = usePlayerPosition(player);
  const clock = useClock();
  /** The place under the pointer, while the content has not got there yet. */
  const [wanted, setWanted] = useState<number | null>(null);
  const pending = useRef<number | null>(null);
  const cancelWait = useRef<(() => void) | null>(null);
  const shown = wanted ?? time;

  useEffect(() => () => cancelWait.current?.(), []);

  const flush = () => {
    if (pending.current !== null) player.seek(pending.current);
    pending.current = null;
  };
  const move = (seconds: number) => {
    setWanted(seconds);
    pending.current = seconds;
    if (cancelWait.current) return;
    flush();
    cancelWait.current = clock.after(SEEK_INTERVAL_MS, () => {
      cancelWait.current = null;
      flush();
    });
  };
  const commit = () => {
    flush();
    setWanted(null);
  };

  return (
    <div className={styles['seek']}>
      <span className={styles['time']} aria-hidden>
        {formatDuration(shown)}
      </span>
      <Slider
        label={playerTexts.seek}
        value={shown}
        max={duration}
        step={0.1}
        keyStep={KEY_STEP}
        buffered={buffered}
        valueText={playerTexts.seekValue(spokenTime(shown), spokenTime(duration))}
        onValueChange={move}
        onCommit={commit}
        disabled={disabled || duration === 0}
      />
      <span className={styles['time']} aria-hidden>
        {formatDuration(duration || null)}
      </span>
    </div>
  );
};
