import { useMemo } from 'react';
import { useApi } from '../../core/api/api-context.tsx';

/** What an account is created with. */
export interface NewAccount {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly fullName: string;
}

/** Signing up and resetting a password with codes by email. The API answers alike for every address. */
export const useCredentials = () => {
  const api = useApi();
  return useMemo(
    () => ({
      /** Sends a code to a new address; again, if it was lost. */
      requestSignUp: (email: string): Promise<void> => api.call('credentials.request-sign-up', { body: { email } }),
      confirmSignUp: ({ fullName, ...account }: NewAccount): Promise<void> =>
        api.call('credentials.confirm-sign-up', { body: { ...account, full_name: fullName } }),
      requestPasswordReset: (email: string): Promise<void> =>
        api.call('credentials.request-password-reset', { body: { email } }),
      resetPassword: (email: string, code: string, password: string): Promise<void> =>
        api.call('credentials.reset-password', { body: { email, code, password } }),
    }),
    [api],
  );
};
