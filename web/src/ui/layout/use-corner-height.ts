import { useCallback } from 'react';

/** How high the lower right corner is taken; notifications rise above it. */
const PROPERTY = '--corner-height';

/** A ref for what stands in the lower right corner of the page: tells its height to whatever else appears there. */
export const useCornerHeight = (): ((element: HTMLElement | null) => (() => void) | undefined) =>
  useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(PROPERTY, `${window.innerHeight - element.getBoundingClientRect().top}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(PROPERTY);
    };
  }, []);
