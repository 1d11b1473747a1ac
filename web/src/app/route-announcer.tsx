import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Announcer } from '../ui/feedback/announcer.tsx';

/**
 * After a navigation: moves the focus to the new heading and says the page's name. Not on the first load, not for
 * anchors and queries.
 */
export const RouteAnnouncer = () => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [message, setMessage] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    // The frame after this one: the screen's title and heading stand by then.
    const frame = requestAnimationFrame(() => {
      const main = document.getElementById('main');
      // Whoever is already in a field of the new screen keeps typing there.
      if (!main?.contains(document.activeElement))
        (document.querySelector<HTMLElement>('h1') ?? main)?.focus({ preventScroll: true });
      setMessage(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);

  return <Announcer message={message} />;
};
