import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Shows `stage` on the full screen. `onEscape`: the person left it by Escape or another way of the browser, not by our
 * button.
 */
export const useFullscreen = (stage: RefObject<HTMLElement | null>, onEscape: () => void) => {
  const [active, setActive] = useState(false);
  const leavingByButton = useRef(false);

  useEffect(() => {
    let before = false;
    const onChange = () => {
      const now = stage.current !== null && document.fullscreenElement === stage.current;
      setActive(now);
      if (before && !now && !leavingByButton.current) onEscape();
      before = now;
      leavingByButton.current = false;
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [stage, onEscape]);

  const toggle = useCallback(() => {
    // A refusal (an embedded page without the right) leaves everything as it is.
    if (document.fullscreenElement) {
      leavingByButton.current = true;
      document.exitFullscreen().catch(() => undefined);
    } else stage.current?.requestFullscreen().catch(() => undefined);
  }, [stage]);

  return { active, toggle };
};
