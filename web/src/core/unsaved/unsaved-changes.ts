import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { addForm, hasUnsavedForm } from '../../lib/unsaved-forms.ts';

/** Whether an open form has unsaved changes; with `entry`, one that opened in this history entry. */
export const hasUnsavedChanges = (entry?: string): boolean =>
  hasUnsavedForm((form) => entry === undefined || form.entry === entry);

/**
 * Protects the input of a form: while `unsaved`, leaving the screen, closing the dialog around it, reloading and
 * signing out ask first. Every form calls it. Returns a function to call when the input is saved and a navigation
 * follows before the next render.
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
    // Downloaded now, because the question must also appear offline. A failure is ignored: the question tries again.
    import('../../ui/overlays/discard-dialog.tsx').catch(() => undefined);
    return addForm({
      entry,
      hasChanges: () => {
        const { current } = latest;
        return !saved.current && (typeof current === 'function' ? current() : current);
      },
    });
  }, [entry]);
  const [markSaved] = useState(() => () => {
    saved.current = true;
  });
  return markSaved;
};
