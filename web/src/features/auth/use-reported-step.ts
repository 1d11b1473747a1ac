import { useCallback } from 'react';
import { useToast } from '../../core/toast/toast-context.tsx';
import { authTexts } from './texts.ts';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : authTexts.unknownFailure);

/** Runs a step of sign-in or sign-up and shows failures in a toast. Returns whether the step succeeded. */
export const useReportedStep = () => {
  const { show } = useToast();
  return useCallback(
    async (failureTitle: string, step: () => Promise<void>): Promise<boolean> => {
      try {
        await step();
        return true;
      } catch (error) {
        show({ title: failureTitle, description: messageOf(error), variant: 'destructive' });
        return false;
      }
    },
    [show],
  );
};
