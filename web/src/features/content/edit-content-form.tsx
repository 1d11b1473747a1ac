import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { ContentView } from '../../../../lambdas/contract/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { categoryChoicesQuery, creatorChoicesQuery } from './api.ts';
import { readChapters } from './chapter-list.ts';
import { ContentConflict } from './content-conflict.tsx';
import { ContentFields } from './content-fields.tsx';
import { CreatorField } from './creator-field.tsx';
import { PlanFields } from './plan-fields.tsx';
import styles from './content-form.module.css';
import { patchOf, rebase, valuesOf, type ContentFormValues } from './form.ts';
import { contentTexts } from './texts.ts';

const texts = contentTexts.edit;
const { toasts, fields } = contentTexts;

/** Edits one content. `onDone` hears when it is saved or given up. */
export const EditContentForm = ({ content, file, onDone }: { readonly content: ContentView; readonly file?: ReactNode; readonly onDone: () => void }) => {
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

  const fail = (error: unknown) => {
    const reason = error instanceof ApiError ? error.message : '';
    setFailure(reason || toasts.updateFailed);
    show({ title: toasts.error, description: `${toasts.updateFailed} ${reason}`.trim(), variant: 'destructive' });
  };
  const readTheirs = async () => {
    try {
      setTheirs(await api.call('catalog.get-content', { params: { id: content.id } }));
    } catch (error) {
      fail(error);
    }
  };
  const save = form.handleSubmit(async (values) => {
    setFailure(null);
    const patch = patchOf(base, values);
    if (!patch) return onDone();
    try {
      await api.call('content.update-content', { params: { id: content.id }, body: patch });
    } catch (error) {
      return error instanceof ApiError && error.code === 'version_conflict' ? readTheirs() : fail(error);
    }
    show({ title: toasts.success, description: toasts.updated });
    void invalidateContent(queries);
    onDone();
  });

  /** Goes on from what somebody else saved. */
  const goOn = (values: ContentFormValues) => {
    if (!theirs) return;
    form.reset(values);
    setBase(theirs);
    setTheirs(null);
  };
  const known = [base, ...(theirs ? [theirs] : [])].flatMap(({ category_id: id, categories: category }) => (id && category ? [{ id, name: category.name }] : []));
  const creator = { id: base.creator_id, name: base.creators.name };

  return (
    <form className={styles['form']} noValidate aria-label={texts.title} onSubmit={singleSubmit(form.formState.isSubmitting, save)}>
      {theirs && (
        <ContentConflict
          mine={form.getValues()}
          theirs={valuesOf(theirs)}
          nameOf={(id) => [...(categories ?? []), ...(creators ?? []), ...known].find((one) => one.id === id)?.name}
          onReload={() => goOn(valuesOf(theirs))}
          onKeep={() => goOn(rebase(valuesOf(base), form.getValues(), valuesOf(theirs)))}
        />
      )}
      {failure && (
        <Notice tone="danger">
          <p>{failure}</p>
        </Notice>
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
        <Button variant="secondary" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" busy={form.formState.isSubmitting} disabled={theirs !== null}>
          {form.formState.isSubmitting ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  );
};
