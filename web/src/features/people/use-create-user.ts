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

/** Milliseconds between creating an account and reloading the list (specification, section 8). */
const RELOAD_AFTER_MS = 500;

/** The data of a new account. */
export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly role: NewPersonRole;
}

/** Why the account was not created, in the words of the specification. */
const failureText = (error: Error): string => {
  if (!(error instanceof ApiError)) return error.message || toasts.createFailed;
  if (error.code === 'email_exists') return toasts.emailExists;
  if (error.status === 401) return toasts.noSession;
  return error.issues[0]?.message ?? (error.detail || error.title || toasts.createFailed);
};

/** Creates an account. `failure` is the user-facing message of the last failed attempt. */
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
  /** Returns whether the account was created. The result is already reported in a toast. */
  const create = (user: NewUser): Promise<boolean> =>
    mutateAsync(user).then(
      () => true,
      () => false,
    );
  return { create, failure: error && failureText(error) };
};
