import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChartColumn, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Creator } from '../../../../lambdas/contract/content/catalog.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { paths } from '../../core/paths.ts';
import { formatMegabytes } from '../../lib/format.ts';
import { hasUnsavedFormSince, nextTurn } from '../../lib/unsaved-forms.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx';
import styles from './catalog-admin.module.css';
import { CreatorForm } from './creator-form.tsx';
import { RemoveForm } from './remove-form.tsx';
import { catalogAdminTexts as texts } from './texts.ts';

const detailsOf = (creator: Creator): string =>
  [
    texts.plans[creator.plan],
    texts.items(creator.content_count),
    texts.storage(
      formatMegabytes(creator.storage_used),
      creator.storage_limit === null ? null : formatMegabytes(creator.storage_limit),
    ),
    ...(creator.user_id === null ? [] : [texts.owned]),
  ].join(' · ');

/** The creators with their plans and storage. Adds, edits, and deletes them. */
export const CreatorsPanel = () => {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  /** ID of the creator that is being edited, or `new`, and the moment when its form opened. */
  const [edited, setEdited] = useState<{ readonly id: string; readonly since: number } | null>(null);
  const { ask, question } = useDiscardQuestion();
  /** ID of the creator that the user is asked to confirm deleting. */
  const [removedId, setRemovedId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['catalog.list-creators'],
    queryFn: async ({ signal }) => (await api.call('catalog.list-creators', {}, { signal })).items,
    // Any change to content can change the counts and the storage.
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.call('catalog.delete-creator', { params: { id } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['catalog.list-creators'] }),
    onSettled: () => setRemovedId(null),
  });
  const reload = async () => (await refetch()).data ?? [];
  const openForm = (id: string) => {
    if (edited?.id === id) return;
    ask(edited !== null && hasUnsavedFormSince(edited.since), () => setEdited({ id, since: nextTurn() }));
  };
  const closeForm = () => setEdited(null);
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{texts.loading}</p>;
  return (
    <div className={styles['body']}>
      {remove.error && (
        <Notice tone="danger" title={texts.failed} alert>
          <p>{remove.error.message}</p>
        </Notice>
      )}
      {edited?.id === 'new' ? (
        <CreatorForm reload={reload} onDone={closeForm} />
      ) : (
        <Button variant="secondary" onClick={() => openForm('new')}>
          {texts.newCreator}
        </Button>
      )}
      <ul className={styles['list']} aria-label={texts.tabs.creators}>
        {data.map((creator) => (
          <li key={creator.id} className={styles['item']}>
            <span className={styles['about']}>
              {creator.name}
              <small>{detailsOf(creator)}</small>
            </span>
            <span>
              <IconButton
                label={texts.statistics(creator.name)}
                onClick={() => void navigate(paths.adminCreatorStatisticsOf(creator.id))}
              >
                <ChartColumn aria-hidden size={18} />
              </IconButton>
              <IconButton label={texts.edit(creator.name)} onClick={() => openForm(creator.id)}>
                <Pencil aria-hidden size={18} />
              </IconButton>
              <IconButton label={texts.remove(creator.name)} onClick={() => setRemovedId(creator.id)}>
                <Trash2 aria-hidden size={18} />
              </IconButton>
            </span>
            {removedId === creator.id && (
              <RemoveForm
                name={creator.name}
                busy={remove.isPending}
                onRemove={() => remove.mutate(creator.id)}
                onCancel={() => setRemovedId(null)}
              />
            )}
            {edited?.id === creator.id && <CreatorForm creator={creator} reload={reload} onDone={closeForm} />}
          </li>
        ))}
      </ul>
      {question}
    </div>
  );
};
