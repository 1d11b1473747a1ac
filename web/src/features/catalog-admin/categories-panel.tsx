import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { hasUnsavedFormSince, nextTurn } from '../../lib/unsaved-forms.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx';
import styles from './catalog-admin.module.css';
import { CategoryItem, type CategoryTask } from './category-item.tsx';
import { catalogAdminTexts as texts } from './texts.ts';

/** Polling interval while the items of a deleted category are moved, in milliseconds. */
const POLL_MS = 2000;

/** The form that is open, and the moment when it opened. */
interface OpenTask {
  readonly id: string;
  readonly task: CategoryTask;
  readonly since: number;
}

/** The categories with the numbers of their items. Adds, renames, and deletes them. */
export const CategoriesPanel = () => {
  const api = useApi();
  const queries = useQueryClient();
  const [open, setOpen] = useState<OpenTask | null>(null);
  const { ask, question } = useDiscardQuestion();
  const [newName, setNewName] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['catalog.list-categories', 'managed'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-managed-categories', {}, { signal })).items,
    // Any change to content can change the counts.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ replaced_by: by }) => by !== null) ? POLL_MS : false),
  });
  useUnsavedChanges(newName !== '');
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['catalog.list-categories'] });
    void invalidateContent(queries);
  };
  const finishTask = () => {
    setOpen(null);
    refresh();
  };
  const startTask = (id: string, task: CategoryTask | null) => {
    if (task === null) setOpen(null);
    else if (open?.id !== id || open.task !== task)
      ask(open !== null && hasUnsavedFormSince(open.since), () => setOpen({ id, task, since: nextTurn() }));
  };
  const change = useMutation({ mutationFn: (request: () => Promise<unknown>) => request(), onSuccess: refresh });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(() => api.call('catalog.create-category', { body: { name: newName.trim() } }), {
      onSuccess: () => setNewName(''),
    });
  };
  const remove = (id: string, replacement: string | undefined) =>
    change.mutate(
      () =>
        api.call('catalog.delete-category', {
          params: { id },
          query: replacement === undefined ? {} : { replacement },
        }),
      { onSuccess: () => setOpen(null) },
    );

  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{texts.loading}</p>;
  return (
    <div className={styles['body']}>
      {change.error && (
        <Notice tone="danger" title={texts.failed} alert>
          <p>{change.error.message}</p>
        </Notice>
      )}
      <form className={styles['form']} onSubmit={add}>
        <TextField
          label={texts.newCategory}
          value={newName}
          maxLength={80}
          onChange={(event) => setNewName(event.target.value)}
        />
        <Button type="submit" variant="secondary" disabled={newName.trim() === ''}>
          {texts.add}
        </Button>
      </form>
      {data.length === 0 && <p>{texts.noCategories}</p>}
      <ul className={styles['list']} aria-label={texts.tabs.categories}>
        {data.map((category) => (
          <CategoryItem
            key={category.id}
            category={category}
            categories={data}
            task={open?.id === category.id ? open.task : null}
            busy={change.isPending}
            reload={async () => (await refetch()).data ?? []}
            onTask={(task) => startTask(category.id, task)}
            onRenamed={finishTask}
            onRemove={(replacement) => remove(category.id, replacement)}
          />
        ))}
      </ul>
      {question}
    </div>
  );
};
