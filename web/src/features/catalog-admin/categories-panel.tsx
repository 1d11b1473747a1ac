import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { ManagedCategory } from '../../../../lambdas/contract/content/catalog.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import styles from './catalog-admin.module.css';
import { RemoveForm } from './remove-form.tsx';
import { RenameForm } from './rename-form.tsx';
import { catalogAdminTexts as texts } from './texts.ts';

/** Milliseconds between two looks while a category gives its contents away. */
const LOOK_MS = 2000;

type Task = { readonly kind: 'rename' | 'remove'; readonly id: string } | null;

/** Categories with what is in them: adds, renames and removes them. */
export const CategoriesPanel = () => {
  const api = useApi();
  const queries = useQueryClient();
  const [task, setTask] = useState<Task>(null);
  const [added, setAdded] = useState('');
  const [replacement, setReplacement] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['catalog.list-categories', 'managed'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-managed-categories', {}, { signal })).items,
    // Counts change with every content.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ replaced_by: by }) => by !== null) ? LOOK_MS : false),
  });
  const settle = () => {
    setTask(null);
    setAdded('');
    void queries.invalidateQueries({ queryKey: ['catalog.list-categories'] });
    void invalidateContent(queries);
  };
  const change = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSuccess: settle });
  const submit = (work: () => Promise<unknown>) => (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending) change.mutate(work);
  };
  const askToRemove = ({ id }: ManagedCategory) => {
    setReplacement('');
    setTask({ kind: 'remove', id });
  };
  const nameOf = (id: string): string => data?.find((category) => category.id === id)?.name ?? '';

  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{texts.loading}</p>;
  return (
    <div className={styles['body']}>
      {change.error && (
        <Notice tone="danger" title={texts.failed} alert>
          <p>{change.error.message}</p>
        </Notice>
      )}
      <form
        className={styles['form']}
        onSubmit={submit(() => api.call('catalog.create-category', { body: { name: added.trim() } }))}
      >
        <TextField
          label={texts.newCategory}
          value={added}
          maxLength={80}
          onChange={(event) => setAdded(event.target.value)}
        />
        <Button type="submit" variant="secondary" disabled={added.trim() === ''}>
          {texts.add}
        </Button>
      </form>
      {data.length === 0 && <p>{texts.noCategories}</p>}
      <ul className={styles['list']} aria-label={texts.tabs.categories}>
        {data.map((category) => (
          <li key={category.id} className={styles['item']}>
            <span className={styles['about']}>
              {category.name}
              <small>
                {category.replaced_by === null
                  ? texts.contents(category.content_count)
                  : texts.goesTo(nameOf(category.replaced_by))}
              </small>
            </span>
            {category.replaced_by === null && (
              <span>
                <IconButton
                  label={texts.rename(category.name)}
                  onClick={() => setTask({ kind: 'rename', id: category.id })}
                >
                  <Pencil aria-hidden size={18} />
                </IconButton>
                <IconButton label={texts.remove(category.name)} onClick={() => askToRemove(category)}>
                  <Trash2 aria-hidden size={18} />
                </IconButton>
              </span>
            )}
            {task?.id === category.id && task.kind === 'rename' && (
              <RenameForm
                category={category}
                reload={async () => (await refetch()).data ?? []}
                onDone={settle}
                onCancel={() => setTask(null)}
              />
            )}
            {task?.id === category.id && task.kind === 'remove' && (
              <RemoveForm
                name={category.name}
                ready={category.content_count === 0 || replacement !== ''}
                busy={change.isPending}
                onRemove={() =>
                  change.mutate(() =>
                    api.call('catalog.delete-category', {
                      params: { id: category.id },
                      query: replacement === '' ? {} : { replacement },
                    }),
                  )
                }
                onCancel={() => setTask(null)}
              >
                {category.content_count > 0 ? (
                  <SelectField
                    label={texts.replacement(category.name)}
                    value={replacement}
                    onChange={(event) => setReplacement(event.target.value)}
                  >
                    <option value="">{texts.choose}</option>
                    {data
                      .filter(({ id, replaced_by: by }) => id !== category.id && by === null)
                      .map((other) => (
                        <option key={other.id} value={other.id}>
                          {other.name}
                        </option>
                      ))}
                  </SelectField>
                ) : undefined}
              </RemoveForm>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};
