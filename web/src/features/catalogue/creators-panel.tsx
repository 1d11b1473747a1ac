import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { Creator } from '../../../../lambdas/contract/catalog.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { formatMegabytes } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './catalogue.module.css';
import { catalogueTexts as texts } from './texts.ts';

interface CreatorFormProps {
  /** Undefined for a new one. */
  readonly creator?: Creator;
  readonly onDone: () => void;
}

/** Name, plan and owner of a creator. */
const CreatorForm = ({ creator, onDone }: CreatorFormProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState(creator?.name ?? '');
  const [plan, setPlan] = useState<Plan>(creator?.plan ?? 'creator');
  const [email, setEmail] = useState('');
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
    mutationFn: async () => {
      const owner = await findOwner();
      const body = { name: name.trim(), plan, ...(owner === undefined ? {} : { user_id: owner }) };
      await (creator ? api.call('catalog.update-creator', { params: { id: creator.id }, body }) : api.call('catalog.create-creator', { body }));
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['catalog.list-creators'] });
      void invalidateContent(queries);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !save.isPending) save.mutate();
  };
  return (
    <form className={styles['form']} aria-label={creator ? texts.edit(creator.name) : texts.newCreator} onSubmit={submit}>
      <TextField label={texts.name} value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
      <SelectField label={texts.plan} value={plan} onChange={(event) => setPlan(event.target.value as Plan)}>
        {Object.entries(texts.plans).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField type="email" label={texts.owner} hint={texts.ownerHint} value={email} error={save.error?.message} onChange={(event) => setEmail(event.target.value)} />
      <Button type="submit" busy={save.isPending} disabled={name.trim() === ''}>
        {creator ? texts.save : texts.add}
      </Button>
      <Button variant="ghost" onClick={onDone}>
        {texts.cancel}
      </Button>
    </form>
  );
};

/** Creators with plan and storage: adds, edits and removes them. */
export const CreatorsPanel = () => {
  const api = useApi();
  const queries = useQueryClient();
  /** Id of the creator that is edited, or `new`. */
  const [edited, setEdited] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['catalog.list-creators'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-creators', {}, { signal })).items,
    // Counts and storage change with every content.
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.call('catalog.delete-creator', { params: { id } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['catalog.list-creators'] }),
  });
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
        <CreatorForm onDone={() => setEdited(null)} />
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
                  texts.plans[creator.plan], texts.contents(creator.content_count),
                  texts.storage(formatMegabytes(creator.storage_used), creator.storage_limit === null ? null : formatMegabytes(creator.storage_limit)),
                  ...(creator.user_id === null ? [] : [texts.owned]),
                ].join(' · ')}
              </small>
            </span>
            <span>
              <IconButton label={texts.edit(creator.name)} onClick={() => setEdited(creator.id)}>
                <Pencil aria-hidden size={18} />
              </IconButton>
              <IconButton label={texts.remove(creator.name)} onClick={() => remove.mutate(creator.id)}>
                <Trash2 aria-hidden size={18} />
              </IconButton>
            </span>
            {edited === creator.id && <CreatorForm creator={creator} onDone={() => setEdited(null)} />}
          </li>
        ))}
      </ul>
    </div>
  );
};
