import { useRef } from 'react';

/** Handlers for a dialog's `Content`. */
export interface FocusReturn {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/**
 * Gives the focus back to what had it when a dialog opened; Radix does so only for dialogs with a trigger of their own.
 * When that is gone (the row that was deleted), or an address opened the dialog, the screen's heading takes it, unless
 * a dialog that closed at the same time gave it somewhere already.
 */
export const useFocusReturn = (): FocusReturn => {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const isThere = opener.current?.isConnected === true && opener.current !== document.body;
      if (!isThere && document.activeElement !== document.body) return;
      const target = isThere ? opener.current : document.querySelector('h1');
      if (target instanceof HTMLElement) target.focus();
    },
  };
};
