import { useCallback, useRef, useState } from 'react';
import type { ToastContent, ToastHandle } from '../../core/toast/toast-store.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { authTexts } from './texts.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : authTexts.unknownFailure);

/** Runs the steps of sign-in and sign-up, and reports their failures. */
export const useReportedStep = () => {
  const { show } = useToast();
  /** Why the last step failed, for the form. */
  const [failure, setFailure] = useState<string | null>(null);
  const shown = useRef<ToastHandle>(null);
  /** Shows an error, until a step succeeds or the user dismisses it. */
  const reject = useCallback(
    (content: ToastContent) => {
      shown.current = show({ ...content, variant: 'destructive' });
    },
    [show],
  );
  /** Runs a step and shows its failure in a toast. Returns whether the step succeeded. */
  const reported = useCallback(
    async (failureTitle: string, step: () => Promise<void>): Promise<boolean> => {
      setFailure(null);
      try {
        await step();
        shown.current?.dismiss();
        return true;
      } catch (error) {
        setFailure(messageOf(error));
        reject({ title: failureTitle, description: messageOf(error) });
        return false;
      }
    },
    [reject],
  );
  return { reported, reject, failure };
};
