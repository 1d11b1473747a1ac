import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '../../../ui/forms/field.tsx';
import styles from './content-form.module.css';
import type { ContentFormValues } from './form.ts';
import { contentTexts } from '../texts.ts';

const texts = contentTexts.fields;

/** The user's time zone, in which times are shown and entered. */
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When an item is published and unpublished automatically, in the user's time zone. */
export const ScheduleFields = ({ form }: { readonly form: UseFormReturn<ContentFormValues> }) => {
  const { register, formState } = form;
  return (
    <div className={styles['fields']}>
      <TextField
        type="datetime-local"
        label={texts.publishAt}
        hint={texts.publishHint(zone())}
        error={formState.errors.publish_at?.message}
        {...register('publish_at', {
          validate: (value, { status }) =>
            status !== 'published' || value === '' || contentTexts.errors.publishedAlready,
        })}
      />
      <TextField
        type="datetime-local"
        label={texts.unpublishAt}
        hint={texts.unpublishHint(zone())}
        error={formState.errors.unpublish_at?.message}
        {...register('unpublish_at', {
          validate: (value, { publish_at: from }) =>
            value === '' || from === '' || value > from || contentTexts.errors.scheduleOrder,
        })}
      />
    </div>
  );
};
