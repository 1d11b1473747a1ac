import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** An open form. */
interface OpenForm {
  /** Key of the history entry in which the form opened. */
  readonly entry: string;
  readonly hasChanges: () => boolean;
}

const forms = new Set<OpenForm>();

/** Whether an open form has unsaved changes; with `entry`, one that opened in this history entry. */
export const hasUnsavedChanges = (entry?: string): boolean =>
  [...forms].some((form) => (entry === undefined || form.entry === entry) && form.hasChanges());

/** The browser asks before it reloads or closes the page. */
const onBeforeUnload = (event: BeforeUnloadEvent) => {
  if (hasUnsavedChanges()) event.preventDefault();
};

const add = (form: OpenForm) => {
  // Only while forms are open: with the listener, some browsers do not keep the page for Back.
  if (forms.size === 0) window.addEventListener('beforeunload', onBeforeUnload);
  forms.add(form);
  // Downloaded now, because the question must also appear offline. A failure is ignored: the question tries again.
  import('./discard-dialog.tsx').catch(() => undefined);
};

const remove = (form: OpenForm) => {
  forms.delete(form);
  if (forms.size === 0) window.removeEventListener('beforeunload', onBeforeUnload);
};

/**
 * Protects the input of a form: while `unsaved`, leaving the screen, reloading and signing out ask first. Every form
 * calls it. Returns a function to call when the input is saved and a navigation follows before the next render.
 */
export const useUnsavedChanges = (unsaved: boolean | (() => boolean)): (() => void) => {
  const [entry] = useState(useLocation().key);
  const latest = useRef(unsaved);
  const saved = useRef(false);
  useEffect(() => {
    latest.current = unsaved;
    if (unsaved === false) saved.current = false;
  });
  useEffect(() => {
    const form: OpenForm = {
      entry,
      hasChanges: () => {
        const { current } = latest;
        return !saved.current && (typeof current === 'function' ? current() : current);
      },
    };
    add(form);
    return () => remove(form);
  }, [entry]);
  const [markSaved] = useState(() => () => {
    saved.current = true;
  });
  return markSaved;
};
