import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useUnsavedChanges } from '../../../core/unsaved/unsaved-changes.ts';
import { singleSubmit } from '../../../lib/single-submit.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { TextArea } from '../../../ui/forms/field.tsx';
import { SwitchField } from '../../../ui/forms/switch-field.tsx';
import { DialogCancel } from '../../../ui/overlays/dialog.tsx';
import { contentTexts } from '../texts.ts';
import { readChapters } from './chapter-list.ts';
import { ContentFields } from './content-fields.tsx';
import styles from './content-form.module.css';
import { CreatorField } from './creator-field.tsx';
import { categoryOf, patchOf, valuesOf, type ContentFormValues } from './form.ts';
import { SaveProblem } from './save-problem.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { useSaveContent } from './use-save-content.ts';

const texts = contentTexts.edit;
const { fields } = contentTexts;

export interface EditContentFormProps {
  readonly content: ContentView;
  /** The sections about the files of the item. */
  readonly file?: ReactNode;
  /** The changes are saved, or there were none. */
  readonly onDone: () => void;
}

/** Edits one content item. */
export const EditContentForm = ({ content, file, onDone }: EditContentFormProps) => {
  const form = useForm<ContentFormValues>({ defaultValues: valuesOf(content) });
  const { base, theirs, failure, save, rebase } = useSaveContent(content, form, onDone);
  useUnsavedChanges(() => patchOf(base, form.getValues()) !== undefined);

  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={texts.title}
      onSubmit={singleSubmit(form.formState.isSubmitting, save)}
    >
      <SaveProblem base={base} form={form} theirs={theirs} failure={failure} onRebase={rebase} />
      <ContentFields form={form} category={categoryOf(base) ?? (theirs ? categoryOf(theirs) : undefined)} />
      <TextArea
        label={fields.chapters}
        hint={fields.chaptersHint}
        rows={Math.min(8, Math.max(2, base.chapters.length + 1))}
        error={form.formState.errors.chapters?.message}
        {...form.register('chapters', { validate: (value) => readChapters(value, base.duration).problem ?? true })}
      />
      <CreatorField control={form.control} known={{ id: base.creator_id, name: base.creators.name }} />
      <ScheduleFields form={form} />
      <div className={styles['switches']}>
        <SwitchField label={fields.premium} hint={fields.premiumHint} {...form.register('is_premium')} />
        <SwitchField label={fields.public} hint={fields.publicHint} {...form.register('is_publicly_accessible')} />
      </div>
      {file}
      <div className={styles['actions']}>
        <DialogCancel>{texts.cancel}</DialogCancel>
        <Button type="submit" busy={form.formState.isSubmitting} disabled={theirs !== null}>
          {form.formState.isSubmitting ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  );
};
