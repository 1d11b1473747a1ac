import { useMutation } from '@tanstack/react-query';
import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { peopleTexts } from './texts.ts';
import { nameOf } from './use-change-person.ts';

const { toasts } = peopleTexts;

/** Returns a function that emails a user the code to choose a new password, and reports the outcome. */
export const useSendReset = () => {
  const api = useApi();
  const { show } = useToast();
  const { mutate } = useMutation({
    mutationFn: ({ id }: PersonView) => api.call('credentials.send-password-reset', { params: { id } }),
    onSuccess: (_, person) => show({ title: toasts.success, description: toasts.resetSent(nameOf(person)) }),
    onError: (error) =>
      show({
        title: toasts.error,
        description: error instanceof ApiError && error.status > 0 ? error.message : toasts.sendFailed,
        variant: 'destructive',
      }),
  });
  return (person: PersonView) => mutate(person);
};
