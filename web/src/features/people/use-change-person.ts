import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { meQuery } from '../../core/auth/me-query.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { PEOPLE_KEY, shownPerson, showPerson } from './api.ts';
import { peopleTexts } from './texts.ts';

const { toasts } = peopleTexts;

/** What is changed of a person, and the person as they were shown. */
export type PersonChange =
  | { readonly person: PersonView; readonly role: Role }
  | { readonly person: PersonView; readonly disabled: boolean; readonly reason: string };

/** How a person is called. */
export const nameOf = ({ full_name: name }: Pick<PersonView, 'full_name'>): string => name || peopleTexts.unknown;

/** A change that was not made, because somebody else changed the person first. */
export interface PersonConflict {
  readonly change: PersonChange;
  /** The person as they stand now. */
  readonly now: PersonView;
}

const doneText = (change: PersonChange): string => {
  if ('role' in change) return toasts.roleUpdated(change.role);
  return (change.disabled ? toasts.disabledDone : toasts.enabledDone)(nameOf(change.person));
};

/**
 * Changes a person's role, or disables and enables the account: it shows at once and goes back when the server refuses.
 * Where somebody else was first, `conflict` says what stands now, until it is settled.
 */
export const useChangePerson = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [conflict, setConflict] = useState<PersonConflict | null>(null);
  const { mutate } = useMutation({
    // One after the other: whoever chooses twice in a row is not to be told that somebody else was first.
    scope: { id: PEOPLE_KEY },
    mutationFn: (change: PersonChange) => {
      const { id, role, disabled } = change.person;
      const was = { role, disabled };
      if ('role' in change)
        return api.call('people.admin-assign-role', { body: { target_user_id: id, new_role: change.role, was } });
      return api.call(change.disabled ? 'people.disable-person' : 'people.enable-person', {
        params: { id },
        body: { reason: change.reason, was },
      });
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
    onError: async (error, change) => {
      const { id, role, disabled } = change.person;
      showPerson(queries, id, 'role' in change ? { role } : { disabled });
      // Part of it may have happened, or somebody else was first: what stands is read.
      const read = refreshQueries(queries, [PEOPLE_KEY]);
      if (error instanceof ApiError && error.code === 'version_conflict') {
        await read;
        const now = shownPerson(queries, id);
        if (now && (now.role !== role || now.disabled !== disabled)) return setConflict({ change, now });
      }
      const fallback = 'role' in change ? toasts.roleFailed : toasts.stateFailed;
      show({
        title: toasts.error,
        description: error instanceof ApiError && error.status > 0 ? error.message : fallback,
        variant: 'destructive',
      });
    },
  });
  return { change: mutate, conflict, settle: () => setConflict(null) };
};
