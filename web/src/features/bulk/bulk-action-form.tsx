import type { FormEvent } from 'react';
import type { BulkAction } from '../../../../lambdas/contract/content/bulk.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import type { BulkActionKind } from './bulk-bar.tsx';
import styles from './bulk.module.css';
import { parseTags, tagProblem } from './tags.ts';
import { bulkTexts as texts } from './texts.ts';

/** The option for removing the category, as opposed to choosing none of the options. */
const NO_CATEGORY = 'none';

/** The values of the form. */
export interface BulkFields {
  /** ID of a category, `none`, or empty if nothing is chosen. */
  readonly category: string;
  /** Comma-separated tags. */
  readonly add: string;
  readonly remove: string;
}

export const noFields: BulkFields = { category: '', add: '', remove: '' };

/** Whether an action needs fields before it can be previewed. */
export const needsFields = (kind: BulkActionKind): kind is 'move' | 'tag' => kind === 'move' || kind === 'tag';

/** The action with the values of the form. */
export const actionOf = (kind: BulkActionKind, { category, add, remove }: BulkFields): BulkAction => {
  if (kind === 'move') return { kind, category_id: category === NO_CATEGORY ? null : category };
  return kind === 'tag' ? { kind, add: parseTags(add), remove: parseTags(remove) } : { kind };
};

export interface BulkActionFormProps {
  readonly kind: 'move' | 'tag';
  readonly fields: BulkFields;
  readonly categories: readonly { readonly id: string; readonly name: string }[];
  /** Whether a preview was requested before: from then on, missing fields are reported. */
  readonly tried: boolean;
  readonly onChange: (fields: BulkFields) => void;
  /** A preview was requested. `valid` is false if fields are missing or invalid. */
  readonly onPreview: (valid: boolean) => void;
}

/** Asks for the fields of an action: the category to move to, or the tags to add and remove. */
export const BulkActionForm = ({ kind, fields, categories, tried, onChange, onPreview }: BulkActionFormProps) => {
  const problems = { add: tagProblem(fields.add), remove: tagProblem(fields.remove) };
  const isEmpty =
    kind === 'tag' ? parseTags(fields.add).length + parseTags(fields.remove).length === 0 : fields.category === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPreview(!isEmpty && problems.add === undefined && problems.remove === undefined);
  };
  return (
    <form className={styles['body']} onSubmit={submit}>
      {kind === 'move' ? (
        <SelectField
          label={texts.category}
          value={fields.category}
          error={tried && isEmpty ? texts.notChosen : undefined}
          onChange={(event) => onChange({ ...fields, category: event.target.value })}
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
      ) : (
        <>
          <TextField
            label={texts.add}
            hint={texts.tagsHint}
            error={problems.add ?? (tried && isEmpty ? texts.noTags : undefined)}
            value={fields.add}
            onChange={(event) => onChange({ ...fields, add: event.target.value })}
          />
          <TextField
            label={texts.remove}
            hint={texts.tagsHint}
            error={problems.remove}
            value={fields.remove}
            onChange={(event) => onChange({ ...fields, remove: event.target.value })}
          />
        </>
      )}
      <div className={styles['actions']}>
        <Button type="submit">{texts.preview}</Button>
      </div>
    </form>
  );
};
