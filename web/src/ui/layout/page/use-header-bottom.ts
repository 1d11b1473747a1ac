import { useEffect } from 'react';

/** Distance from the top of the window to the end of the screen's header, 0 when it is scrolled away. */
const PROPERTY = '--header-bottom';

/** Publishes where the screen's header ends, for elements that must not cover it. */
export const useHeaderBottom = (): void =>
  useEffect(() => {
    const { style } = document.documentElement;
    const measure = () => {
      const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      style.setProperty(PROPERTY, `${Math.max(0, bottom)}px`);
    };
    // A different screen has a different height, and a header that wraps changes that of its page.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    window.addEventListener('resize', measure);
    window.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure);
      style.removeProperty(PROPERTY);
    };
  }, []);
