import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { Creator } from '../../../../lambdas/contract/content/catalog.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { formatMegabytes } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ConflictNotice } from '../../ui/feedback/conflict-notice.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import styles from './catalog-admin.module.css';
import { RemoveForm } from './remove-form.tsx';
import { catalogAdminTexts as texts } from './texts.ts';

type CreatorFields = Pick<Creator, 'name' | 'plan' | 'user_id'>;

const fieldsOf = ({ name, plan, user_id }: Creator): CreatorFields => ({ name, plan, user_id });

interface CreatorFormProps {
  /** Undefined for a new one. */
  readonly creator?: Creator;
  /** Reads the creators again. */
  readonly reload: () => Promise<readonly Creator[]>;
  readonly onDone: () => void;
}

/** Name, plan and owner of a creator. */
const CreatorForm = ({ creator, reload, onDone }: CreatorFormProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState(creator?.name ?? '');
  const [plan, setPlan] = useState<Plan>(creator?.plan ?? 'creator');
  const [email, setEmail] = useState('');
  /** What is edited, whatever the list shows by now. */
  const [was, setWas] = useState(creator && fieldsOf(creator));
  const [theirs, setTheirs] = useState<CreatorFields | null>(null);
  /** The account of the address that was written; undefined: the owner stays. */
  const findOwner = async (): Promise<string | undefined> => {
    const wanted = email.trim().toLowerCase();
    if (wanted === '') return undefined;
    const { items } = await api.call('people.list-people', { query: { q: wanted } });
    const person = items.find((one) => one.email === wanted);
    if (!person) throw new Error(texts.ownerMissing);
    return person.id;
  };
  const save = useMutation({
    mutationFn: async (from: CreatorFields | undefined) => {
      const owner = await findOwner();
      const body = { name: name.trim(), plan, ...(owner === undefined ? {} : { user_id: owner }) };
      await (creator
        ? api.call('catalog.update-creator', {
            params: { id: creator.id },
            body: { ...body, ...(from ? { was: from } : {}) },
          })
        : api.call('catalog.create-creator', { body }));
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') return;
      const now = (await reload()).find(({ id }) => id === creator?.id);
      setTheirs(now ? fieldsOf(now) : null);
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['catalog.list-creators'] });
      void invalidateContent(queries);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !save.isPending) save.mutate(was);
  };
  const goOn = (standing: CreatorFields) => {
    setWas(standing);
    setTheirs(null);
    save.reset();
  };
  return (
    <form
      className={styles['form']}
      aria-label={creator ? texts.edit(creator.name) : texts.newCreator}
      onSubmit={submit}
    >
      <TextField label={texts.name} value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
      <SelectField label={texts.plan} value={plan} onChange={(event) => setPlan(event.target.value as Plan)}>
        {Object.entries(texts.plans).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        type="email"
        label={texts.owner}
        hint={texts.ownerHint}
        value={email}
        error={theirs === null ? save.error?.message : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={save.isPending} disabled={name.trim() === '' || theirs !== null}>
        {creator ? texts.save : texts.add}
      </Button>
      <Button variant="ghost" onClick={onDone}>
        {texts.cancel}
      </Button>
      {theirs && was && (
        <ConflictNotice
          texts={texts.conflict}
          text={texts.conflict.text}
          fields={[
            ...(name.trim() === theirs.name
              ? []
              : [{ key: 'name', label: texts.name, sides: [name.trim(), theirs.name] as const }]),
            ...(plan === theirs.plan
              ? []
              : [{ key: 'plan', label: texts.plan, sides: [texts.plans[plan], texts.plans[theirs.plan]] as const }]),
            ...(was.user_id === theirs.user_id
              ? []
              : [
                  {
                    key: 'owner',
                    label: texts.owner,
                    sides: [
                      email.trim() || texts.sameOwner,
                      theirs.user_id === null ? texts.noOwner : texts.owned,
                    ] as const,
                  },
                ]),
          ]}
          onReload={() => {
            setName(theirs.name);
            setPlan(theirs.plan);
            setEmail('');
            goOn(theirs);
          }}
          onKeep={() => {
            goOn(theirs);
            save.mutate(theirs);
          }}
        />
      )}
    </form>
  );
};

/** Creators with plan and storage: adds, edits and removes them. */
export const CreatorsPanel = () => {
  const api = useApi();
  const queries = useQueryClient();
  /** Id of the creator that is edited, or `new`. */
  const [edited, setEdited] = useState<string | null>(null);
  /** Id of the creator whose removal is asked about. */
  const [doomed, setDoomed] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['catalog.list-creators'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-creators', {}, { signal })).items,
    // Counts and storage change with every content.
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.call('catalog.delete-creator', { params: { id } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['catalog.list-creators'] }),
    onSettled: () => setDoomed(null),
  });
  const reload = async () => (await refetch()).data ?? [];
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{texts.loading}</p>;
  return (
    <div className={styles['body']}>
      {remove.error && (
        <Notice tone="danger" title={texts.failed} alert>
          <p>{remove.error.message}</p>
        </Notice>
      )}
      {edited === 'new' ? (
        <CreatorForm reload={reload} onDone={() => setEdited(null)} />
      ) : (
        <Button variant="secondary" onClick={() => setEdited('new')}>
          {texts.newCreator}
        </Button>
      )}
      <ul className={styles['list']} aria-label={texts.tabs.creators}>
        {data.map((creator) => (
          <li key={creator.id} className={styles['item']}>
            <span className={styles['about']}>
              {creator.name}
              <small>
                {[
                  texts.plans[creator.plan],
                  texts.contents(creator.content_count),
                  texts.storage(
                    formatMegabytes(creator.storage_used),
                    creator.storage_limit === null ? null : formatMegabytes(creator.storage_limit),
                  ),
                  ...(creator.user_id === null ? [] : [texts.owned]),
                ].join(' · ')}
              </small>
            </span>
            <span>
              <IconButton label={texts.edit(creator.name)} onClick={() => setEdited(creator.id)}>
                <Pencil aria-hidden size={18} />
              </IconButton>
              <IconButton label={texts.remove(creator.name)} onClick={() => setDoomed(creator.id)}>
                <Trash2 aria-hidden size={18} />
              </IconButton>
            </span>
            {doomed === creator.id && (
              <RemoveForm
                name={creator.name}
                busy={remove.isPending}
                onRemove={() => remove.mutate(creator.id)}
                onCancel={() => setDoomed(null)}
              />
            )}
            {edited === creator.id && <CreatorForm creator={creator} reload={reload} onDone={() => setEdited(null)} />}
          </li>
        ))}
      </ul>
    </div>
  );
};
