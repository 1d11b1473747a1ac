import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewPersonRole } from '../../../../lambdas/contract/people/people.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useClock } from '../../core/clock-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { PEOPLE_KEY } from './api.ts';
import { peopleTexts } from './texts.ts';

const { toasts } = peopleTexts;

/** Milliseconds from a new account to the list's next reading (specification, section 8). */
const RELOAD_AFTER_MS = 500;

/** What an account is made from. */
export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly role: NewPersonRole;
}

/** Why no account was made, in the specification's words. */
const failureText = (error: Error): string => {
  if (!(error instanceof ApiError)) return error.message || toasts.createFailed;
  if (error.code === 'email_exists') return toasts.emailExists;
  if (error.status === 401) return toasts.noSession;
  return error.issues[0]?.message ?? (error.detail || error.title || toasts.createFailed);
};

/** Makes an account. `failure` says in words why the last one was not made. */
export const useCreateUser = (onCreated?: () => void) => {
  const api = useApi();
  const queries = useQueryClient();
  const clock = useClock();
  const { status } = useAuth();
  const { show } = useToast();
  const { mutateAsync, error } = useMutation({
    mutationFn: async (user: NewUser) => {
      if (status !== 'signed-in') throw new Error(toasts.noSession);
      return api.call('people.admin-create-user', { body: user });
    },
    onSuccess: ({ message }) => {
      show({ title: toasts.success, description: message });
      clock.after(RELOAD_AFTER_MS, () => void refreshQueries(queries, [PEOPLE_KEY]));
      onCreated?.();
    },
    onError: (failed) => show({ title: toasts.error, description: failureText(failed), variant: 'destructive' }),
  });
  /** Answers whether the account was made; how it went is told already. */
  const create = (user: NewUser): Promise<boolean> =>
    mutateAsync(user).then(
      () => true,
      () => false,
    );
  return { create, failure: error && failureText(error) };
};
