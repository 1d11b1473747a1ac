import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { peopleTexts } from './texts.ts';
import { nameOf } from './use-change-person.ts';

const { toasts } = peopleTexts;

/** Returns a function that sets a legal hold on the data of a user, and reports the outcome. */
export const useHold = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { mutate } = useMutation({
    mutationFn: ({ person, reason }: { readonly person: PersonView; readonly reason: string }) =>
      api.call('retention.set-hold', { body: { user_id: person.id, reason } }),
    onSuccess: (_, { person }) => show({ title: toasts.success, description: toasts.holdDone(nameOf(person)) }),
    onError: (error) =>
      show({
        title: toasts.error,
        description: error instanceof ApiError && error.status > 0 ? error.message : toasts.holdFailed,
        variant: 'destructive',
      }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['retention.list-holds'] }),
  });
  return (person: PersonView, reason: string) => mutate({ person, reason });
};
