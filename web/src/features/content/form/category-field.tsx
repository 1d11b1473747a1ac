import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useController, type Control } from 'react-hook-form';
import type { Category } from '../../../../../lambdas/contract/content/catalog.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import { categoryChoicesQuery } from '../api.ts';
import styles from './content-form.module.css';
import type { ContentFormValues } from './form.ts';
import { contentTexts } from '../texts.ts';

const texts = contentTexts.category;

const NewCategory = ({
  onCreated,
  onClose,
}: {
  readonly onCreated: (category: Category) => void;
  readonly onClose: () => void;
}) => {
  const api = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  useUnsavedChanges(name !== '');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (newName: string) => api.call('catalog.create-category', { body: { name: newName } }),
    onSuccess: (category) => {
      queries.setQueryData(categoryChoicesQuery(api).queryKey, (known = []) =>
        [...known, category].sort((a, b) => a.name.localeCompare(b.name)),
      );
      void queries.invalidateQueries({ queryKey: ['catalog.list-categories'] });
      onCreated(category);
    },
  });
  const create = () => {
    setMissing(name.trim() === '');
    if (name.trim() !== '' && !isPending) mutate(name.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter would submit the form around this field.
    if (event.key !== 'Enter') return;
    event.preventDefault();
    create();
  };
  const failure = error ? `${contentTexts.toasts.categoryFailed}: ${error.message}` : undefined;
  return (
    <div className={styles['newCategory']}>
      <TextField
        // The field appears because the user asked for it.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        label={texts.name}
        value={name}
        maxLength={80}
        error={missing ? contentTexts.errors.category : failure}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles['inline']}>
        <Button variant="secondary" busy={isPending} onClick={create}>
          {texts.create}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
};

export interface CategoryFieldProps {
  readonly control: Control<ContentFormValues>;
  /** The current category of the item, shown before the list has loaded. */
  readonly known?: { readonly id: string; readonly name: string } | undefined;
}

/** Chooses a category or creates a new one. */
export const CategoryField = ({ control, known }: CategoryFieldProps) => {
  const { field } = useController({ control, name: 'category_id' });
  const { show } = useToast();
  const { data, error } = useQuery(categoryChoicesQuery(useApi()));
  const [adding, setAdding] = useState(false);

  useEffect(() => {
    if (error)
      show({
        title: contentTexts.toasts.error,
        description: contentTexts.toasts.categoriesFailed,
        variant: 'destructive',
      });
  }, [error, show]);

  const choices = data ?? [];
  const missing = known && !choices.some(({ id }) => id === known.id) ? [known] : [];
  return (
    <div className={styles['category']}>
      <SelectField
        label={contentTexts.fields.category}
        error={error && !data ? contentTexts.toasts.categoriesFailed : undefined}
        {...field}
      >
        <option value="">{data || error ? texts.none : texts.loading}</option>
        {[...missing, ...choices].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {adding ? (
        <NewCategory
          onClose={() => setAdding(false)}
          onCreated={({ id }) => {
            field.onChange(id);
            setAdding(false);
          }}
        />
      ) : (
        <Button variant="ghost" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      )}
    </div>
  );
};
