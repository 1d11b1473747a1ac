import { useWatch, type UseFormReturn } from 'react-hook-form';
import { classNames } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/forms/field.tsx';
import { SwitchField } from '../../../ui/forms/switch-field.tsx';
import { CategoryField, type CategoryFieldProps } from './category-field.tsx';
import styles from './content-form.module.css';
import { areTagsAccepted, type ContentFormValues } from './form.ts';
import { contentTexts } from '../texts.ts';

const texts = contentTexts.fields;
/** Maximum text lengths in the contract, in characters. */
const MAX_LINE = 200;
const MAX_DESCRIPTION = 5000;

export interface ContentFieldsProps {
  readonly form: UseFormReturn<ContentFormValues>;
  /** Whether the files are uploaded now. Their type decides whether speech is transcribed. */
  readonly uploading?: boolean;
  /** Whether there are several files. Their titles come from the file names. */
  readonly batch?: boolean;
  /** Offered while the title is empty. */
  readonly suggestedTitle?: string | undefined;
  readonly category?: CategoryFieldProps['known'];
}

/** The fields that describe a content item. */
export const ContentFields = ({
  form,
  uploading = false,
  batch = false,
  suggestedTitle,
  category,
}: ContentFieldsProps) => {
  const { register, formState, control } = form;
  const { errors } = formState;
  const [title, type] = useWatch({ control, name: ['title', 'contentType'] });
  return (
    <div className={styles['fields']}>
      {batch ? (
        <p className={styles['wide']}>{contentTexts.add.batchTitles}</p>
      ) : (
        <div className={classNames(styles['wide'], styles['suggestion'])}>
          <TextField
            label={texts.title}
            maxLength={MAX_LINE}
            autoComplete="off"
            aria-required
            error={errors.title?.message}
            {...register('title', { validate: (value) => value.trim() !== '' || contentTexts.errors.title })}
          />
          {suggestedTitle !== undefined && title.trim() === '' && (
            <Button
              variant="ghost"
              onClick={() => form.setValue('title', suggestedTitle, { shouldDirty: true, shouldValidate: true })}
            >
              {contentTexts.add.useFileName(suggestedTitle)}
            </Button>
          )}
        </div>
      )}
      <TextField label={texts.artist} maxLength={MAX_LINE} autoComplete="off" {...register('artist')} />
      <SelectField label={texts.contentType} {...register('contentType')}>
        {batch && <option value="each">{contentTexts.types.each}</option>}
        <option value="music">{contentTexts.types.music}</option>
        <option value="video">{contentTexts.types.video}</option>
      </SelectField>
      {uploading && type !== 'video' && (
        <div className={styles['wide']}>
          <SwitchField label={texts.transcribe} hint={texts.transcribeHint} {...register('transcribe')} />
        </div>
      )}
      <CategoryField control={control} known={category} />
      <SelectField label={texts.status} {...register('status')}>
        <option value="draft">{contentTexts.statuses.draft}</option>
        <option value="pending">{contentTexts.statuses.pending}</option>
        <option value="published">{contentTexts.statuses.published}</option>
      </SelectField>
      <div className={styles['wide']}>
        <TextArea label={texts.description} maxLength={MAX_DESCRIPTION} rows={3} {...register('description')} />
      </div>
      <div className={styles['wide']}>
        <TextField
          label={texts.tags}
          hint={texts.tagsHint}
          autoComplete="off"
          error={errors.tags?.message}
          {...register('tags', { validate: (value) => areTagsAccepted(value) || contentTexts.errors.tags })}
        />
      </div>
    </div>
  );
};
