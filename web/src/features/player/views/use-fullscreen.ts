import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Shows `stage` in full screen. `onEscape`: the user left full screen with Escape or another browser control. */
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
    // A denied request (an embedded page without permission) changes nothing.
    if (document.fullscreenElement) {
      leavingByButton.current = true;
      document.exitFullscreen().catch(() => undefined);
    } else stage.current?.requestFullscreen().catch(() => undefined);
  }, [stage]);

  return { active, toggle };
};
