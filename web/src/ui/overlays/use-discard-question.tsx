import { useState, type ReactNode } from 'react';
import { DiscardDialog } from './discard-dialog.tsx';

export interface DiscardQuestion {
  /** Does `action`, which closes a form; asks first if the form has `unsaved` input. */
  readonly ask: (unsaved: boolean, action: () => void) => void;
  /** Must be rendered: the open question. */
  readonly question: ReactNode;
}

/** For controls within a page or dialog that close a form, such as tabs and the rows of a list. */
export const useDiscardQuestion = (): DiscardQuestion => {
  const [asked, setAsked] = useState<{ readonly action: () => void } | null>(null);
  return {
    ask: (unsaved, action) => {
      if (unsaved) setAsked({ action });
      else action();
    },
    question: asked && (
      <DiscardDialog
        onStay={() => setAsked(null)}
        onDiscard={() => {
          setAsked(null);
          asked.action();
        }}
      />
    ),
  };
};
