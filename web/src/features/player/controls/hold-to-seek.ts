/** Going through a content as long as a button or a key is held. */
import { useEffect, useRef } from 'react';
import { useClock } from '../../../core/clock-context.tsx';
import type { Clock } from '../../../lib/clock.ts';
import type { Player } from '../core/player.ts';
import { SKIP_SECONDS } from '../core/rules.ts';

/** Seconds of one step, and milliseconds between two (specification, section 9). */
const STEP_SECONDS = 1;
const STEP_EVERY_MS = 100;
/** Milliseconds after which a press is held rather than a press. */
const HELD_AFTER_MS = 500;

/**
 * Moves on or back step by step, until the answer is called, another item plays or an end is reached: held at the end,
 * the next title must not begin.
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
    // One step alone is less than a seek is worth: the player takes every other.
    time = Math.min(last, Math.max(0, time + direction * STEP_SECONDS));
    player.seek(time);
    cancel = clock.after(STEP_EVERY_MS, step);
  };
  step();
  return () => cancel();
};

/** What a button needs that jumps when it is pressed, and goes on step by step while it is held. */
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
      stop.current = clock.after(HELD_AFTER_MS, () => {
        held.current = true;
        stop.current = seekRepeatedly(player, clock, direction);
      });
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    // A long press of a finger asks for a menu in some browsers.
    onContextMenu: (event: { readonly preventDefault: () => void }) => event.preventDefault(),
    // Keys press without holding: their clicks count none.
    onClick: ({ detail }: { readonly detail: number }) => {
      if (detail === 0 || !held.current) player.skip(direction * SKIP_SECONDS);
      held.current = false;
    },
  };
};
