import { useState } from 'react';
import type { UseFormReturn, Validate } from 'react-hook-form';
import { createDateCheck } from '../../../ui/forms/date-check.ts';
import { TextField } from '../../../ui/forms/field.tsx';
import styles from './content-form.module.css';
import type { ContentFormValues } from './form.ts';
import { contentTexts } from '../texts.ts';

const texts = contentTexts.fields;

/** The user's time zone, in which times are shown and entered. */
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface TimeFieldProps {
  readonly form: UseFormReturn<ContentFormValues>;
  readonly name: 'publish_at' | 'unpublish_at';
  readonly label: string;
  readonly hint: string;
  /** The rule for a complete time, or none. */
  readonly validate: Validate<string, ContentFormValues>;
}

const TimeField = ({ form, name, label, hint, validate }: TimeFieldProps) => {
  const [check] = useState(createDateCheck);
  const field = form.register(name, {
    validate: { complete: () => !check.isIncomplete() || contentTexts.errors.incompleteTime, valid: validate },
  });
  return (
    <TextField
      type="datetime-local"
      label={label}
      hint={hint}
      error={form.formState.errors[name]?.message}
      {...field}
      ref={(element) => {
        field.ref(element);
        check.attach(element);
      }}
    />
  );
};

/** When an item is published and unpublished automatically, in the user's time zone. */
export const ScheduleFields = ({ form }: { readonly form: UseFormReturn<ContentFormValues> }) => (
  <div className={styles['fields']}>
    <TimeField
      form={form}
      name="publish_at"
      label={texts.publishAt}
      hint={texts.publishHint(zone())}
      validate={(value, { status }) => status !== 'published' || value === '' || contentTexts.errors.publishedAlready}
    />
    <TimeField
      form={form}
      name="unpublish_at"
      label={texts.unpublishAt}
      hint={texts.unpublishHint(zone())}
      validate={(value, { publish_at: from }) =>
        value === '' || from === '' || value > from || contentTexts.errors.scheduleOrder
      }
    />
  </div>
);
