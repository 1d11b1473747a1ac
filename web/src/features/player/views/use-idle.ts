import { useEffect, useRef, useState, type RefObject } from 'react';
import { useClock } from '../../../core/clock-context.tsx';

/** Milliseconds without activity after which the controls hide in full screen (specification, section 9). */
const HIDE_AFTER_MS = 3_000;
const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Whether a control within `stage` has the focus. */
const isWithin = (stage: HTMLElement): boolean =>
  document.activeElement !== stage && stage.contains(document.activeElement);

/**
 * Whether `stage` had no activity for 3 s while `armed`. A control that was focused with the keyboard counts as
 * activity, because the focus must stay visible.
 */
export const useIdle = (stage: RefObject<HTMLElement | null>, armed: boolean): boolean => {
  const clock = useClock();
  const byKeyboard = useRef(false);
  const [idle, setIdle] = useState(false);

  useEffect(() => {
    const element = stage.current;
    const onInput = (event: Event) => {
      byKeyboard.current = event.type === 'keydown';
    };
    for (const name of ['keydown', 'pointerdown']) element?.addEventListener(name, onInput);
    return () => {
      for (const name of ['keydown', 'pointerdown']) element?.removeEventListener(name, onInput);
    };
  }, [stage]);

  useEffect(() => {
    const element = stage.current;
    if (!armed || !element) return undefined;
    let cancel: (() => void) | null = null;
    const wait = () => {
      cancel = clock.after(HIDE_AFTER_MS, () => (byKeyboard.current && isWithin(element) ? wait() : setIdle(true)));
    };
    const onActivity = () => {
      cancel?.();
      setIdle(false);
      wait();
    };
    onActivity();
    for (const name of ACTIVITY) element.addEventListener(name, onActivity);
    return () => {
      cancel?.();
      for (const name of ACTIVITY) element.removeEventListener(name, onActivity);
    };
  }, [armed, clock, stage]);

  return idle && armed;
};
