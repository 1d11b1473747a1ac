import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { BulkAction, BulkItem, BulkJob } from '../../../../lambdas/contract/content/bulk.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { JOBS_KEY } from './api.ts';
import type { BulkActionKind } from './bulk-bar.tsx';
import styles from './bulk.module.css';
import { JobProgress } from './job-progress.tsx';
import { bulkTexts as texts } from './texts.ts';

/** Choice of no category, which is not the same as no choice. */
const NO_CATEGORY = 'none';
/** Refusals that are shown; the rest is counted. */
const SHOWN = 20;

/** Most tags, and characters of one, that the contract takes. */
const MAX_TAGS = 30;
const MAX_TAG_LENGTH = 50;

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Why these tags cannot be sent; undefined when they can. */
const tagProblem = (text: string): string | undefined => {
  const tags = listOf(text);
  return tags.length > MAX_TAGS || tags.some((tag) => tag.length > MAX_TAG_LENGTH) ? texts.badTags : undefined;
};

const Refusals = ({ items }: { readonly items: readonly BulkItem[] }) => {
  const refused = items.filter(({ outcome }) => outcome === 'refused');
  if (refused.length === 0) return null;
  return (
    <Notice tone="warning" title={texts.refusedTitle}>
      <ul className={styles['items']}>
        {refused.slice(0, SHOWN).map(({ content_id, title, reason }) => (
          <li key={content_id}>
            {title || texts.untitled} <span>· {reason}</span>
          </li>
        ))}
        {refused.length > SHOWN && <li>{texts.more(refused.length - SHOWN)}</li>}
      </ul>
    </Notice>
  );
};

export interface BulkDialogProps {
  readonly kind: BulkActionKind;
  readonly ids: readonly string[];
  readonly categories: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
  /** The work has begun: the selection is not needed any more. */
  readonly onBegun: () => void;
}

/** Something done to many contents: what it is, what it would change, its way, and what it did. */
export const BulkDialog = ({ kind, ids, categories, onClose, onBegun }: BulkDialogProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const [category, setCategory] = useState('');
  const [tags, setTags] = useState({ add: '', remove: '' });
  const [said, setSaid] = useState('');
  /** A preview was asked for: from here on, what is missing is said. */
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState(kind !== 'move' && kind !== 'tag');
  const [job, setJob] = useState<BulkJob | null>(null);
  // What was selected when the dialog opened: the list behind goes on.
  const [chosen] = useState(ids);
  const action: BulkAction =
    kind === 'move'
      ? { kind, category_id: category === NO_CATEGORY ? null : category }
      : kind === 'tag'
        ? { kind, add: listOf(tags.add), remove: listOf(tags.remove) }
        : { kind };
  const body = { action, ids: [...chosen] };
  const preview = useQuery({
    queryKey: [JOBS_KEY, 'preview', body],
    queryFn: ({ signal }) => api.call('bulk.preview-job', { body }, { signal }),
    enabled: asked && job === null,
    gcTime: 0,
  });
  const begin = useMutation({
    mutationFn: () =>
      api.call('bulk.create-job', { body: kind === 'delete' ? { ...body, confirmed: Number(said) } : body }),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: [JOBS_KEY] });
      setJob(made);
      onBegun();
    },
  });
  const problems = { add: tagProblem(tags.add), remove: tagProblem(tags.remove) };
  const nothing =
    (kind === 'tag' && listOf(tags.add).length + listOf(tags.remove).length === 0) ||
    (kind === 'move' && category === '');
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!nothing && problems.add === undefined && problems.remove === undefined) setAsked(true);
  };
  const confirmed = kind !== 'delete' || said.trim() === String(chosen.length);
  const failure = preview.error ?? begin.error;
  const begins = (event: FormEvent) => {
    event.preventDefault();
    if (confirmed && !begin.isPending) begin.mutate();
  };

  const back = (kind === 'move' || kind === 'tag') && (
    <Button variant="secondary" onClick={() => setAsked(false)}>
      {texts.back}
    </Button>
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title[kind]}
      description={(job ? texts.concerned : texts.description)(chosen.length)}
    >
      <div className={styles['body']}>
        {failure && (
          <Notice tone="danger" title={texts.failed} alert>
            <p>{failure.message}</p>
          </Notice>
        )}
        {job && <JobProgress key={job.id} begun={job} onUndo={setJob} />}
        {!job && !asked && (
          <form className={styles['body']} onSubmit={ask}>
            {kind === 'move' && (
              <SelectField
                label={texts.category}
                value={category}
                error={tried && nothing ? texts.notChosen : undefined}
                onChange={(event) => setCategory(event.target.value)}
              >
                <option value="" disabled>
                  {texts.choose}
                </option>
                <option value={NO_CATEGORY}>{texts.noCategory}</option>
                {categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            )}
            {kind === 'tag' && (
              <>
                <TextField
                  label={texts.add}
                  hint={texts.tagsHint}
                  error={problems.add ?? (tried && nothing ? texts.noTags : undefined)}
                  value={tags.add}
                  onChange={(event) => setTags({ ...tags, add: event.target.value })}
                />
                <TextField
                  label={texts.remove}
                  hint={texts.tagsHint}
                  error={problems.remove}
                  value={tags.remove}
                  onChange={(event) => setTags({ ...tags, remove: event.target.value })}
                />
              </>
            )}
            <div className={styles['actions']}>
              <Button type="submit">{texts.preview}</Button>
            </div>
          </form>
        )}
        {!job && asked && !preview.data && !preview.error && <p role="status">{texts.previewing}</p>}
        {!job && asked && preview.error && (
          <div className={styles['actions']}>
            {back}
            <Button onClick={() => void preview.refetch()} busy={preview.isFetching}>
              {texts.again}
            </Button>
          </div>
        )}
        {!job && asked && preview.data && !preview.error && (
          <form className={styles['body']} onSubmit={begins}>
            <p role="status">{texts.summary(preview.data)}</p>
            <Refusals items={preview.data.items} />
            {kind === 'delete' && (
              <TextField
                label={texts.confirmLabel(chosen.length)}
                hint={texts.confirmHint}
                inputMode="numeric"
                autoComplete="off"
                value={said}
                error={said !== '' && !confirmed ? texts.confirmWrong : undefined}
                onChange={(event) => setSaid(event.target.value)}
              />
            )}
            <div className={styles['actions']}>
              {back}
              <Button
                type="submit"
                variant={kind === 'delete' ? 'danger' : 'primary'}
                busy={begin.isPending}
                disabled={!confirmed || preview.data.changed === 0}
              >
                {texts.apply(kind, preview.data.changed)}
              </Button>
            </div>
          </form>
        )}
        {job && (
          <div className={styles['actions']}>
            <Button variant="secondary" onClick={onClose}>
              {texts.close}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
};
