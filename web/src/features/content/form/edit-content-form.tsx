import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { useForm } from 'react-hook-form';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { invalidateContent } from '../../../core/api/invalidate-content.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { singleSubmit } from '../../../lib/single-submit.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { TextArea } from '../../../ui/forms/field.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { SwitchField } from '../../../ui/forms/switch-field.tsx';
import { categoryChoicesQuery, creatorChoicesQuery } from '../api.ts';
import { showSaved } from '../cached-lists.ts';
import { readChapters } from './chapter-list.ts';
import { ContentConflict } from './content-conflict.tsx';
import { ContentFields } from './content-fields.tsx';
import { CreatorField } from './creator-field.tsx';
import { PlanFields } from './plan-fields.tsx';
import styles from './content-form.module.css';
import { differences, patchOf, rebase, valuesOf, type ContentFormValues } from './form.ts';
import { contentTexts } from '../texts.ts';

const texts = contentTexts.edit;
const { toasts, fields } = contentTexts;

/** What whoever holds the form may ask it. */
export interface EditContentFormHandle {
  /** Whether something is written that is not saved. */
  readonly hasChanges: () => boolean;
}

export interface EditContentFormProps {
  readonly ref?: Ref<EditContentFormHandle>;
  readonly content: ContentView;
  readonly file?: ReactNode;
  readonly onCancel: () => void;
  /** It is saved, or there was nothing to save. */
  readonly onDone: () => void;
}

/** Edits one content. */
export const EditContentForm = ({ ref, content, file, onCancel, onDone }: EditContentFormProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { data: categories } = useQuery(categoryChoicesQuery(api));
  const { data: creators } = useQuery(creatorChoicesQuery(api));
  /** What the edit starts from; the list behind goes on changing. */
  const [base, setBase] = useState(content);
  const [theirs, setTheirs] = useState<ContentView | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<ContentFormValues>({ defaultValues: valuesOf(content) });

  useImperativeHandle(ref, () => ({ hasChanges: () => patchOf(base, form.getValues()) !== undefined }));

  const fail = (error: unknown) => {
    const reason = error instanceof ApiError ? error.message : '';
    setFailure(reason || toasts.updateFailed);
    show({ title: toasts.error, description: `${toasts.updateFailed} ${reason}`.trim(), variant: 'destructive' });
  };
  /**
   * Saves what differs from `from`. What changed in no field that the form has (a category was renamed) is no conflict:
   * it is saved on top.
   */
  const saveOn = async (from: ContentView, values: ContentFormValues): Promise<void> => {
    const patch = patchOf(from, values);
    if (!patch) return onDone();
    try {
      showSaved(queries, await api.call('content.update-content', { params: { id: content.id }, body: patch }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
      const now = await api.call('catalog.get-content', { params: { id: content.id } });
      const untouched = now.revision > from.revision && differences(valuesOf(from), valuesOf(now)).length === 0;
      return untouched ? saveOn(now, values) : setTheirs(now);
    }
    show({ title: toasts.success, description: toasts.updated });
    void invalidateContent(queries);
    onDone();
  };
  const save = form.handleSubmit((values) => {
    setFailure(null);
    return saveOn(base, values).catch(fail);
  });

  /** Goes on from what somebody else saved. */
  const goOn = (values: ContentFormValues) => {
    if (!theirs) return;
    form.reset(values);
    setBase(theirs);
    setTheirs(null);
  };
  // What is to be decided stands above the fields, and the buttons below them: it is brought into sight.
  const news = useRef<HTMLDivElement>(null);
  const hasNews = theirs !== null || failure !== null;
  useEffect(() => {
    if (hasNews) news.current?.focus();
  }, [hasNews]);
  const known = [base, ...(theirs ? [theirs] : [])].flatMap(({ category_id: id, categories: category }) =>
    id && category ? [{ id, name: category.name }] : [],
  );
  const creator = { id: base.creator_id, name: base.creators.name };
  const knownCreators = theirs ? [creator, { id: theirs.creator_id, name: theirs.creators.name }] : [creator];

  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={texts.title}
      onSubmit={singleSubmit(form.formState.isSubmitting, save)}
    >
      {hasNews && (
        <div ref={news} tabIndex={-1}>
          {theirs && (
            <ContentConflict
              mine={form.getValues()}
              theirs={valuesOf(theirs)}
              nameOf={(id) =>
                [...(categories ?? []), ...(creators ?? []), ...known, ...knownCreators].find((one) => one.id === id)
                  ?.name
              }
              onReload={() => goOn(valuesOf(theirs))}
              onKeep={() => goOn(rebase(valuesOf(base), form.getValues(), valuesOf(theirs)))}
            />
          )}
          {failure && (
            <Notice tone="danger">
              <p>{failure}</p>
            </Notice>
          )}
        </div>
      )}
      <ContentFields form={form} category={known[0]} />
      <TextArea
        label={fields.chapters}
        hint={fields.chaptersHint}
        rows={Math.min(8, Math.max(2, base.chapters.length + 1))}
        error={form.formState.errors.chapters?.message}
        {...form.register('chapters', { validate: (value) => readChapters(value, base.duration).problem ?? true })}
      />
      <CreatorField control={form.control} known={creator} />
      <PlanFields form={form} />
      <div className={styles['switches']}>
        <SwitchField label={fields.premium} hint={fields.premiumHint} {...form.register('is_premium')} />
        <SwitchField label={fields.public} hint={fields.publicHint} {...form.register('is_publicly_accessible')} />
      </div>
      {file}
      <div className={styles['actions']}>
        <Button variant="secondary" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" busy={form.formState.isSubmitting} disabled={theirs !== null}>
          {form.formState.isSubmitting ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  );
};
