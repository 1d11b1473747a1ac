import { useEffect, useState, type RefObject } from 'react';
import { useClock } from '../../core/clock-context.tsx';

/** Milliseconds without a move after which the controls hide on the full screen (specification, section 9). */
const HIDE_AFTER_MS = 3_000;
const STIRRINGS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Whether nobody has stirred in `stage` for 3 s while `armed`. */
export const useIdle = (stage: RefObject<HTMLElement | null>, armed: boolean): boolean => {
  const clock = useClock();
  const [idle, setIdle] = useState(false);

  useEffect(() => {
    const element = stage.current;
    if (!armed || !element) return undefined;
    let cancel: (() => void) | null = null;
    const stir = () => {
      cancel?.();
      setIdle(false);
      cancel = clock.after(HIDE_AFTER_MS, () => setIdle(true));
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
