import { useRef } from 'react';

/** Handlers for a dialog's `Content`. */
export interface FocusReturn {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/**
 * Returns the focus to the element that had it when the dialog opened; Radix does so only for dialogs with their own
 * trigger. If that element no longer exists (a deleted row), or an address opened the dialog, focuses the screen's
 * heading, unless another dialog that closed at the same time already moved the focus.
 */
export const useFocusReturn = (): FocusReturn => {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const exists = opener.current?.isConnected === true && opener.current !== document.body;
      if (!exists && document.activeElement !== document.body) return;
      const target = exists ? opener.current : document.querySelector('h1');
      if (target instanceof HTMLElement) target.focus();
    },
  };
};
