import type { Category } from '../../../../../lambdas/contract/content/catalog.ts';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import styles from './batch-fields.module.css';
import { titleOf } from '../rules.ts';
import { uploadTexts } from '../texts.ts';

const texts = uploadTexts.batch;
/** Maximum length of a title and an artist in the contract. */
const MAX_LINE = 200;

/** The fields of one file of a batch. Empty fields use the values of the whole batch. */
export interface FileFields {
  readonly title: string;
  readonly artist: string;
  readonly category_id: string;
}

/** The initial fields of a file: only a title, from its name. */
export const fieldsOf = (file: File): FileFields => ({ title: titleOf(file.name), artist: '', category_id: '' });

export interface BatchFieldsProps {
  readonly files: readonly File[];
  readonly values: ReadonlyMap<File, FileFields>;
  /** The available categories. */
  readonly categories: readonly Category[];
  readonly onChange: (file: File, fields: FileFields) => void;
}

/** Title, artist and category of each file of a batch. */
export const BatchFields = ({ files, values, categories, onChange }: BatchFieldsProps) => (
  <section className={styles['batch']} aria-label={texts.list}>
    <p className={styles['lead']}>{texts.lead}</p>
    {files.map((file) => {
      const fields = values.get(file) ?? fieldsOf(file);
      const change = (next: Partial<FileFields>) => onChange(file, { ...fields, ...next });
      return (
        <fieldset key={`${file.name}-${file.size}-${file.lastModified}`} className={styles['file']}>
          <legend>{texts.group(file.name)}</legend>
          <TextField
            label={texts.title}
            maxLength={MAX_LINE}
            autoComplete="off"
            value={fields.title}
            onChange={(event) => change({ title: event.target.value })}
          />
          <TextField
            label={texts.artist}
            maxLength={MAX_LINE}
            autoComplete="off"
            value={fields.artist}
            onChange={(event) => change({ artist: event.target.value })}
          />
          <SelectField
            label={texts.category}
            value={fields.category_id}
            onChange={(event) => change({ category_id: event.target.value })}
          >
            <option value="">{texts.same}</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </fieldset>
      );
    })}
  </section>
);
