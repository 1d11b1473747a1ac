import { useEffect, useRef, useState, type RefObject } from 'react';
import { useClock } from '../../../core/clock-context.tsx';

/** Milliseconds without a move after which the controls hide on the full screen (specification, section 9). */
const HIDE_AFTER_MS = 3_000;
const STIRRINGS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Whether a control within has the focus. */
const isWithin = (stage: HTMLElement): boolean =>
  document.activeElement !== stage && stage.contains(document.activeElement);

/**
 * Whether nobody has stirred in `stage` for 3 s while `armed`. What somebody reached by the keyboard stays: what has
 * the focus must be seen.
 */
export const useIdle = (stage: RefObject<HTMLElement | null>, armed: boolean): boolean => {
  const clock = useClock();
  const byKeyboard = useRef(false);
  const [idle, setIdle] = useState(false);

  useEffect(() => {
    const element = stage.current;
    const note = (event: Event) => {
      byKeyboard.current = event.type === 'keydown';
    };
    for (const name of ['keydown', 'pointerdown']) element?.addEventListener(name, note);
    return () => {
      for (const name of ['keydown', 'pointerdown']) element?.removeEventListener(name, note);
    };
  }, [stage]);

  useEffect(() => {
    const element = stage.current;
    if (!armed || !element) return undefined;
    let cancel: (() => void) | null = null;
    const wait = () => {
      cancel = clock.after(HIDE_AFTER_MS, () => (byKeyboard.current && isWithin(element) ? wait() : setIdle(true)));
    };
    const stir = () => {
      cancel?.();
      setIdle(false);
      wait();
    };
    stir();
    for (const name of STIRRINGS) element.addEventListener(name, stir);
    return () => {
      cancel?.();
      for (const name of STIRRINGS) element.removeEventListener(name, stir);
    };
  }, [armed, clock, stage]);

  return idle && armed;
};
