import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { meQuery } from '../../core/auth/me-query.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { emailChangeTexts } from './texts.ts';

const failures: Readonly<Partial<Record<ApiError['code'], string>>> = {
  code_rejected: emailChangeTexts.failures.codeRejected,
  email_exists: emailChangeTexts.failures.emailExists,
  too_many_requests: emailChangeTexts.failures.tooMany,
  validation_failed: emailChangeTexts.failures.notAnAddress,
};

/** The two steps of changing the address. They return whether they succeeded, and show failures in a toast. */
export const useEmailChange = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const reported = async (step: () => Promise<void>): Promise<boolean> => {
    try {
      await step();
      return true;
    } catch (error) {
      const description = (error instanceof ApiError ? failures[error.code] : undefined) ?? emailChangeTexts.failed;
      show({ title: emailChangeTexts.failedTitle, description, variant: 'destructive' });
      return false;
    }
  };
  return {
    requestChange: (email: string): Promise<boolean> =>
      reported(async () => {
        await api.call('credentials.request-email-change', { body: { email } });
        show(emailChangeTexts.sent);
      }),
    changeEmail: (code: string): Promise<boolean> =>
      reported(async () => {
        const me = await api.call('credentials.change-email', { body: { code } });
        queries.setQueryData(meQuery(api).queryKey, me);
        show(emailChangeTexts.changed);
      }),
  };
};
