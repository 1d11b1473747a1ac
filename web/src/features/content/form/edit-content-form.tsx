import { useImperativeHandle, type ReactNode, type Ref } from 'react';
import { useForm } from 'react-hook-form';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useUnsavedChanges } from '../../../core/unsaved/unsaved-changes.ts';
import { singleSubmit } from '../../../lib/single-submit.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { TextArea } from '../../../ui/forms/field.tsx';
import { SwitchField } from '../../../ui/forms/switch-field.tsx';
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

/** What the form offers to its parent. */
export interface EditContentFormHandle {
  /** Whether there are unsaved changes. */
  readonly hasChanges: () => boolean;
}

export interface EditContentFormProps {
  readonly ref?: Ref<EditContentFormHandle>;
  readonly content: ContentView;
  /** The sections about the files of the item. */
  readonly file?: ReactNode;
  readonly onCancel: () => void;
  /** The changes are saved, or there were none. */
  readonly onDone: () => void;
}

/** Edits one content item. */
export const EditContentForm = ({ ref, content, file, onCancel, onDone }: EditContentFormProps) => {
  const form = useForm<ContentFormValues>({ defaultValues: valuesOf(content) });
  const { base, theirs, failure, save, rebase } = useSaveContent(content, form, onDone);

  const hasChanges = () => patchOf(base, form.getValues()) !== undefined;

  useImperativeHandle(ref, () => ({ hasChanges }));
  useUnsavedChanges(hasChanges);

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
