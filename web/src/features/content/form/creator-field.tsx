import { useQuery } from '@tanstack/react-query';
import { useController, type Control } from 'react-hook-form';
import { useApi } from '../../../core/api/api-context.tsx';
import { SelectField } from '../../../ui/forms/field.tsx';
import { creatorChoicesQuery } from '../api.ts';
import type { ContentFormValues } from './form.ts';
import { contentTexts } from '../texts.ts';

export interface CreatorFieldProps {
  readonly control: Control<ContentFormValues>;
  /** The current creator of the item, shown before the list has loaded. */
  readonly known: { readonly id: string; readonly name: string };
}

/** Chooses the creator of a content item. */
export const CreatorField = ({ control, known }: CreatorFieldProps) => {
  const { field } = useController({ control, name: 'creator_id' });
  const { data = [], error } = useQuery(creatorChoicesQuery(useApi()));
  const missing = data.some(({ id }) => id === known.id) ? [] : [known];
  return (
    <SelectField
      label={contentTexts.fields.creator}
      error={error ? contentTexts.toasts.creatorsFailed : undefined}
      {...field}
    >
      {[...missing, ...data].map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
};
