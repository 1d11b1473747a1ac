import { useRef, useState, type FormEvent, type RefObject } from 'react';

/** Maximum length of a reason in the contract. */
export const MAX_REASON = 500;

/** A required reason in a text area. */
export interface ReasonField {
  /** Of the text area. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Whether the form was sent without a reason. */
  readonly missing: boolean;
  readonly isTyped: () => boolean;
  /**
   * Handles the form's submission. `onReason` receives the reason in one line, as the server stores it. Without one,
   * the text area gets the focus.
   */
  readonly submit: (event: FormEvent, onReason: (reason: string) => void) => void;
}

/** The reason of a form. */
export const useReason = (): ReasonField => {
  const field = useRef<HTMLTextAreaElement>(null);
  const [missing, setMissing] = useState(false);
  const typed = (): string => field.current?.value ?? '';
  return {
    field,
    missing,
    isTyped: () => typed() !== '',
    submit: (event, onReason) => {
      event.preventDefault();
      const reason = typed().replaceAll(/\s+/g, ' ').trim();
      setMissing(reason === '');
      if (reason === '') field.current?.focus();
      else onReason(reason);
    },
  };
};
