/** Seeking step by step while a button or a key is held. */
import { useEffect, useRef } from 'react';
import { useClock } from '../../../core/clock-context.tsx';
import type { Clock } from '../../../lib/clock.ts';
import type { Player } from '../core/player.ts';
import { SKIP_SECONDS } from '../core/rules.ts';

/** Seconds of one step, and milliseconds between two (specification, section 9). */
const STEP_SECONDS = 1;
const STEP_EVERY_MS = 100;
/** Milliseconds after which a press counts as held. */
const HOLD_AFTER_MS = 500;

/**
 * Seeks forward or back step by step until the returned function is called or another item plays. It stops just before
 * the end, so that holding the button does not start the next item.
 */
export const seekRepeatedly = (
  player: Pick<Player, 'state' | 'position' | 'seek'>,
  clock: Clock,
  direction: 1 | -1,
): (() => void) => {
  const { item } = player.state.get();
  let { time } = player.position.get();
  let cancel = (): void => undefined;
  const step = () => {
    const { item: now, phase } = player.state.get();
    if (now !== item || phase !== 'ready') return;
    const last = Math.max(time, player.position.get().duration - STEP_SECONDS);
    // The player ignores seeks of one second: every second step takes effect.
    time = Math.min(last, Math.max(0, time + direction * STEP_SECONDS));
    player.seek(time);
    cancel = clock.after(STEP_EVERY_MS, step);
  };
  step();
  return () => cancel();
};

/** Event handlers of a button that jumps when pressed, and seeks step by step while held. */
export const useHoldToSeek = (player: Player, direction: 1 | -1) => {
  const clock = useClock();
  const stop = useRef<(() => void) | null>(null);
  const held = useRef(false);
  const release = () => {
    stop.current?.();
    stop.current = null;
  };
  useEffect(() => release, []);
  return {
    onPointerDown: ({ button }: { readonly button: number }) => {
      release();
      held.current = false;
      if (button > 0) return;
      stop.current = clock.after(HOLD_AFTER_MS, () => {
        held.current = true;
        stop.current = seekRepeatedly(player, clock, direction);
      });
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    // A long touch opens a menu in some browsers.
    onContextMenu: (event: { readonly preventDefault: () => void }) => event.preventDefault(),
    // Clicks from the keyboard have `detail` 0 and are never held.
    onClick: ({ detail }: { readonly detail: number }) => {
      if (detail === 0 || !held.current) player.skip(direction * SKIP_SECONDS);
      held.current = false;
    },
  };
};
