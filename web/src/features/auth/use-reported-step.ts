import { useCallback, useRef, useState } from 'react';
import type { ToastContent, ToastHandle } from '../../core/toast/toast-store.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { authTexts } from './texts.ts';

const reasons: Readonly<Partial<Record<ApiError['code'], string>>> = {
  code_rejected: authTexts.reasons.codeRejected,
  email_exists: authTexts.reasons.emailExists,
  too_many_requests: authTexts.reasons.tooMany,
};

/** Why a step failed. Errors of the API have a text of their own; those of the user pool have a message for people. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return authTexts.unknownFailure;
  if (!(error instanceof ApiError)) return error.message;
  if (error.issues.some(({ path }) => path === 'email')) return authTexts.reasons.notAnAddress;
  return reasons[error.code] ?? error.message;
};

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
