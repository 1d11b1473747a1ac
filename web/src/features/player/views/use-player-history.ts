import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType, type Location } from 'react-router';
import type { Player } from '../core/player.ts';
import { usePlayerState } from '../core/use-player.ts';

/** Marks the history entry of the full player in the state of its location. */
const MARK = 'fullPlayer';

const isMarked = ({ state }: Location): boolean => (state as Readonly<Record<string, unknown>> | null)?.[MARK] === true;

/** Closes the full player: playing continues in the mini player. After a failure there is nothing to continue. */
export const closeFullPlayer = (player: Player): void =>
  player.state.get().failure ? player.cancel() : player.setMode('mini');

/**
 * Keeps the full player and the browser history in step. Opening it adds an entry with the same address, so that Back
 * closes it instead of leaving the page. Closing it goes back, so that no entry is left over. Forward opens it again.
 */
export const usePlayerHistory = (player: Player): void => {
  const { item, mode } = usePlayerState(player);
  const isFull = item !== null && mode === 'full';
  const location = useLocation();
  const action = useNavigationType();
  const navigate = useNavigate();
  const seen = useRef(location);
  /** Whether a navigation of this hook has not arrived yet. */
  const moving = useRef(false);

  useEffect(() => {
    const before = seen.current;
    const marked = isMarked(location);
    seen.current = location;
    if (before.key !== location.key) {
      const own = moving.current;
      moving.current = false;
      const samePage = before.pathname === location.pathname;
      if (!own && isMarked(before) && !marked && isFull && !(action === 'REPLACE' && samePage))
        return closeFullPlayer(player);
      if (!own && marked && !isFull && item !== null && action === 'POP') return player.setMode('full');
    }
    if (moving.current || isFull === marked) return;
    if (isFull) {
      // A screen that replaces its own address, for example when a filter changes, also replaces the mark.
      const replace = isMarked(before) && before.key !== location.key;
      moving.current = true;
      const state = { ...(location.state as object | null), [MARK]: true };
      // Rendered at once: what plays delays other renderings, and a Back in between would stay unnoticed.
      queueMicrotask(() => void navigate(location, { state, preventScrollReset: true, replace, flushSync: true }));
    } else {
      moving.current = true;
      void navigate(-1);
    }
  }, [action, isFull, item, location, navigate, player]);
};
