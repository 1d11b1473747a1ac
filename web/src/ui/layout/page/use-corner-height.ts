import { useCallback } from 'react';

/** Height of the element in the lower right corner; notifications appear above it. */
const PROPERTY = '--corner-height';

/** A ref for the element in the lower right corner: publishes its height for other elements that appear there. */
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
