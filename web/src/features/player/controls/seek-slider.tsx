import { useEffect, useRef, useState, type CSSProperties, type PointerEvent } from 'react';
import { useClock } from '../../../core/clock-context.tsx';
import { formatDuration } from '../../../lib/format.ts';
import { Slider } from '../../../ui/forms/slider.tsx';
import type { Player } from '../core/player.ts';
import { chapterAt, spokenTime } from '../core/rules.ts';
import styles from './seek.module.css';
import { SeekPreview } from './seek-preview.tsx';
import { playerTexts } from '../core/texts.ts';
import { usePlayerPosition, usePlayerState } from '../core/use-player.ts';
import { useStoryboard } from './use-storyboard.ts';

/** Seconds that an arrow key moves. */
const KEY_STEP = 5;
/** Milliseconds between two seeks while dragging (specification, section 9: one every 100 ms). */
const SEEK_INTERVAL_MS = 100;
/** Pixels from an end of the slider to the center of its thumb at that end. */
const EDGE = 7;

const ratioUnder = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(1, Math.max(0, (clientX - left - EDGE) / Math.max(1, width - 2 * EDGE)));
};

/** Shows and changes the playback position. Marks chapters, and previews the position under the pointer. */
export const SeekSlider = ({ player, disabled }: { readonly player: Player; readonly disabled: boolean }) => {
  const { time, duration, buffered } = usePlayerPosition(player);
  const { details } = usePlayerState(player);
  const clock = useClock();
  /** The position that the user is dragging to, in seconds; null while nothing is dragged. */
  const [target, setTarget] = useState<number | null>(null);
  /** The position of the pointer, 0 to 1. */
  const [pointed, setPointed] = useState<number | null>(null);
  const pending = useRef<number | null>(null);
  const cancelWait = useRef<(() => void) | null>(null);
  const shown = target ?? time;
  const previewed = pointed === null ? target : pointed * duration;
  const chapters = details?.chapters ?? [];
  const tiles = useStoryboard(details?.storyboardUrl ?? null, previewed !== null);
  const titleAt = (seconds: number) => chapters[chapterAt(chapters, seconds)]?.title;

  useEffect(() => () => cancelWait.current?.(), []);

  const flush = () => {
    if (pending.current !== null) player.seek(pending.current);
    pending.current = null;
  };
  const move = (seconds: number) => {
    setTarget(seconds);
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
    setTarget(null);
  };

  return (
    <div className={styles['seek']}>
      <span className={styles['time']} aria-hidden>
        {formatDuration(shown)}
      </span>
      <span
        className={styles['track']}
        onPointerMove={(event) => setPointed(ratioUnder(event))}
        onPointerLeave={() => setPointed(null)}
      >
        <Slider
          label={playerTexts.seek}
          value={shown}
          max={duration}
          step={0.1}
          keyStep={KEY_STEP}
          buffered={buffered}
          valueText={playerTexts.seekValue(spokenTime(shown), spokenTime(duration), titleAt(shown))}
          onValueChange={move}
          onCommit={commit}
          disabled={disabled || duration === 0}
        />
        {duration > 0 &&
          chapters
            .filter(({ start }) => start > 0)
            .map(({ start }) => (
              <span
                key={start}
                className={styles['mark']}
                style={{ '--at': start / duration } as CSSProperties}
                aria-hidden
              />
            ))}
        {previewed !== null && duration > 0 && !disabled && (
          <SeekPreview time={previewed} ratio={previewed / duration} tiles={tiles} chapter={titleAt(previewed)} />
        )}
      </span>
      <span className={styles['time']} aria-hidden>
        {formatDuration(duration || null)}
      </span>
    </div>
  );
};
