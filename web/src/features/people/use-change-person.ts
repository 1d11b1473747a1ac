import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PersonView } from '../../../../lambdas/contract/people.ts';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { readAgain } from '../../core/api/read-again.ts';
import { meQuery } from '../../core/auth/me-query.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { PEOPLE_KEY, showPerson } from './api.ts';
import { peopleTexts } from './texts.ts';

const { toasts } = peopleTexts;

/** What is changed of a person. */
export type PersonChange =
  | { readonly person: PersonView; readonly role: Role }
  | { readonly person: PersonView; readonly disabled: boolean; readonly reason: string };

/** How a person is called. */
export const nameOf = ({ full_name: name }: Pick<PersonView, 'full_name'>): string => name || peopleTexts.unknown;

const doneText = (change: PersonChange): string => {
  if ('role' in change) return toasts.roleUpdated(change.role);
  return (change.disabled ? toasts.disabledDone : toasts.enabledDone)(nameOf(change.person));
};

/** Changes a person's role, or disables and enables the account: it shows at once and goes back when the server refuses. */
export const useChangePerson = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { mutate } = useMutation({
    mutationFn: (change: PersonChange) => {
      const { id } = change.person;
      if ('role' in change) return api.call('people.admin-assign-role', { body: { target_user_id: id, new_role: change.role } });
      return api.call(change.disabled ? 'people.disable-person' : 'people.enable-person', { params: { id }, body: { reason: change.reason } });
    },
    onMutate: async (change) => {
      // A page that is on its way knows nothing of this yet.
      await queries.cancelQueries({ queryKey: [PEOPLE_KEY] });
      showPerson(queries, change.person.id, 'role' in change ? { role: change.role } : { disabled: change.disabled });
    },
    onSuccess: (person, change) => {
      showPerson(queries, person.id, person);
      show({ title: toasts.success, description: doneText(change) });
      // Whoever changed themselves sees at once what is left to them.
      void queries.invalidateQueries({ queryKey: meQuery(api).queryKey });
    },
    onError: (error, change) => {
      const { id, role, disabled } = change.person;
      showPerson(queries, id, 'role' in change ? { role } : { disabled });
      const fallback = 'role' in change ? toasts.roleFailed : toasts.stateFailed;
      show({ title: toasts.error, description: error instanceof ApiError && error.status > 0 ? error.message : fallback, variant: 'destructive' });
      // Part of it may have happened, or somebody else was first: what stands is read.
      void readAgain(queries, [PEOPLE_KEY]);
    },
  });
  return mutate;
};
