import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { PageAnnouncer } from '../ui/feedback/announcer.tsx';

/**
 * After a navigation to another path, moves the focus to the new heading and announces the page title. Does nothing on
 * the first load or when only the hash or query changes.
 */
export const RouteAnnouncer = () => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [message, setMessage] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    // Wait one frame: the screen's title and heading are rendered by then.
    const frame = requestAnimationFrame(() => {
      const main = document.getElementById('main');
      // Do not take the focus from a field of the new screen.
      if (!main?.contains(document.activeElement))
        (document.querySelector<HTMLElement>('h1') ?? main)?.focus({ preventScroll: true });
      setMessage(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);

  return <PageAnnouncer message={message} />;
};
