import { useRef } from 'react';

/** Marks the element of a dialog that gets the focus when it opens, instead of the first control. */
export const INITIAL_FOCUS = 'data-initial-focus';

/** Handlers for a dialog's `Content`. */
export interface FocusReturn {
  readonly onOpenAutoFocus: (event: Event) => void;
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
    onOpenAutoFocus: (event) => {
      opener.current = document.activeElement;
      const content = event.currentTarget;
      const first = content instanceof Element && content.querySelector<HTMLElement>(`[${INITIAL_FOCUS}]`);
      if (!first) return;
      event.preventDefault();
      first.focus();
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
