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

/** A change of a user, and the user as they were shown. */
export type PersonChange =
  | { readonly person: PersonView; readonly role: Role }
  | { readonly person: PersonView; readonly disabled: boolean; readonly reason: string };

/** The display name of a user. */
export const nameOf = ({ full_name: name }: Pick<PersonView, 'full_name'>): string => name || peopleTexts.unknown;

/** A change that was not saved, because someone else changed the user first. */
export interface PersonConflict {
  readonly change: PersonChange;
  /** The current version of the user. */
  readonly now: PersonView;
}

const doneText = (change: PersonChange): string => {
  if ('role' in change) return toasts.roleUpdated(change.role);
  return (change.disabled ? toasts.disabledDone : toasts.enabledDone)(nameOf(change.person));
};

/**
 * Changes a user's role, or disables or enables the account. The change is shown immediately and reverted if the
 * request fails. If someone else changed the user first, `conflict` has the current version until it is settled.
 */
export const useChangePerson = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [conflict, setConflict] = useState<PersonConflict | null>(null);
  const { mutate } = useMutation({
    // One request at a time, so that two quick changes are not reported as a conflict.
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
      // A response in flight does not include this change yet.
      await queries.cancelQueries({ queryKey: [PEOPLE_KEY] });
      showPerson(queries, change.person.id, 'role' in change ? { role: change.role } : { disabled: change.disabled });
    },
    onSuccess: (person, change) => {
      showPerson(queries, person.id, person);
      show({ title: toasts.success, description: doneText(change) });
      // Users who changed their own account see the effect immediately.
      void queries.invalidateQueries({ queryKey: meQuery(api).queryKey });
    },
    onError: async (error, change) => {
      const { id, role, disabled } = change.person;
      showPerson(queries, id, 'role' in change ? { role } : { disabled });
      // The change may be partly saved, or someone else was first: the lists are read again.
      const refreshed = refreshQueries(queries, [PEOPLE_KEY]);
      if (error instanceof ApiError && error.code === 'version_conflict') {
        await refreshed;
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
