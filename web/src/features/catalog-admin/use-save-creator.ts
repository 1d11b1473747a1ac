import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Creator } from '../../../../lambdas/contract/content/catalog.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { catalogAdminTexts as texts } from './texts.ts';

/** The fields of a creator that can be edited. */
export type CreatorFields = Pick<Creator, 'name' | 'plan' | 'user_id'>;

/** The values of the form. */
export interface CreatorDraft {
  readonly name: string;
  readonly plan: Plan;
  /** Email address of the owner. Empty: the owner does not change. */
  readonly email: string;
}

export interface SaveCreatorOptions {
  /** Undefined for a new creator. */
  readonly creator: Creator | undefined;
  readonly draft: CreatorDraft;
  readonly reload: () => Promise<readonly Creator[]>;
  readonly onDone: () => void;
}

const fieldsOf = ({ name, plan, user_id }: Creator): CreatorFields => ({ name, plan, user_id });

/** The ID of the account with this email address; undefined if the address is empty. Throws if there is no account. */
const findOwner = async (api: ApiClient, address: string): Promise<string | undefined> => {
  const email = address.trim().toLowerCase();
  if (email === '') return undefined;
  const { items } = await api.call('people.list-people', { query: { q: email } });
  const person = items.find((one) => one.email === email);
  if (!person) throw new Error(texts.ownerMissing);
  return person.id;
};

/**
 * Creates or updates a creator. If someone else changed it since `base`, `theirs` is the saved version until `rebase`
 * makes it the new base.
 */
export const useSaveCreator = ({ creator, draft, reload, onDone }: SaveCreatorOptions) => {
  const api = useApi();
  const queries = useQueryClient();
  const [base, setBase] = useState(creator && fieldsOf(creator));
  const [theirs, setTheirs] = useState<CreatorFields | null>(null);
  const save = useMutation({
    mutationFn: async (was: CreatorFields | undefined) => {
      const owner = await findOwner(api, draft.email);
      const body = { name: draft.name.trim(), plan: draft.plan, ...(owner === undefined ? {} : { user_id: owner }) };
      await (creator
        ? api.call('catalog.update-creator', {
            params: { id: creator.id },
            body: { ...body, ...(was ? { was } : {}) },
          })
        : api.call('catalog.create-creator', { body }));
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') return;
      const saved = (await reload()).find(({ id }) => id === creator?.id);
      setTheirs(saved ? fieldsOf(saved) : null);
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['catalog.list-creators'] });
      void invalidateContent(queries);
      onDone();
    },
  });
  const rebase = (saved: CreatorFields) => {
    setBase(saved);
    setTheirs(null);
    save.reset();
  };
  return { save, base, theirs, rebase };
};
