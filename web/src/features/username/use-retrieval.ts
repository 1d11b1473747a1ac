import { useCallback } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { usernameTexts } from './texts.ts';

const reasonOf = (error: unknown): string => {
  switch (error instanceof ApiError ? error.code : undefined) {
    case 'code_rejected':
      return usernameTexts.rejected;
    case 'too_many_requests':
      return usernameTexts.tooMany;
    case 'validation_failed':
      return usernameTexts.notAnAddress;
    default:
      return usernameTexts.failed;
  }
};

/** The two steps of username retrieval. Failures are shown in a toast, and the result is undefined. */
export const useRetrieval = () => {
  const api = useApi();
  const { show } = useToast();
  const reported = useCallback(
    async <T>(step: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await step();
      } catch (error) {
        show({ title: usernameTexts.failedTitle, description: reasonOf(error), variant: 'destructive' });
        return undefined;
      }
    },
    [show],
  );
  return {
    /** Requests a code. Returns true for every valid email address. */
    requestCode: (email: string): Promise<true | undefined> =>
      reported(async () => {
        await api.call('username.request-code', { body: { email } });
        show({ title: usernameTexts.sentTitle, description: usernameTexts.sentText });
        return true as const;
      }),
    /** Exchanges the code for the name on file. */
    getUsername: (email: string, code: string): Promise<string | undefined> =>
      reported(async () => (await api.call('username.get-username', { body: { email, code } })).username),
  };
};
