import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ManagedCategory } from '../../../../lambdas/contract/content/catalog.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import styles from './catalog-admin.module.css';
import { RemoveForm } from './remove-form.tsx';
import { RenameForm } from './rename-form.tsx';
import { catalogAdminTexts as texts } from './texts.ts';

/** The form that is open for a category. */
export type CategoryTask = 'rename' | 'remove';

export interface CategoryItemProps {
  readonly category: ManagedCategory;
  /** All categories, including this one. */
  readonly categories: readonly ManagedCategory[];
  readonly task: CategoryTask | null;
  /** Whether a change is being saved. */
  readonly busy: boolean;
  readonly reload: () => Promise<readonly ManagedCategory[]>;
  readonly onTask: (task: CategoryTask | null) => void;
  readonly onRenamed: () => void;
  /** Deletes the category after moving its items to the replacement, if there is one. */
  readonly onRemove: (replacementId: string | undefined) => void;
}

type RemoveCategoryProps = Pick<CategoryItemProps, 'category' | 'categories' | 'busy' | 'onTask' | 'onRemove'>;

const RemoveCategory = ({ category, categories, busy, onTask, onRemove }: RemoveCategoryProps) => {
  const [replacementId, setReplacementId] = useState('');
  useUnsavedChanges(replacementId !== '');
  return (
    <RemoveForm
      name={category.name}
      ready={category.content_count === 0 || replacementId !== ''}
      busy={busy}
      onRemove={() => onRemove(replacementId === '' ? undefined : replacementId)}
      onCancel={() => onTask(null)}
    >
      {category.content_count > 0 ? (
        <SelectField
          label={texts.replacement(category.name)}
          value={replacementId}
          onChange={(event) => setReplacementId(event.target.value)}
        >
          <option value="">{texts.choose}</option>
          {categories
            .filter(({ id, replaced_by: replacedBy }) => id !== category.id && replacedBy === null)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      ) : undefined}
    </RemoveForm>
  );
};

/** A category with the number of its items, and the forms that rename and delete it. */
export const CategoryItem = ({ task, reload, onRenamed, ...props }: CategoryItemProps) => {
  const { category, categories, onTask } = props;
  const { name, replaced_by: replacedBy } = category;
  const nameOf = (id: string): string => categories.find((other) => other.id === id)?.name ?? '';
  return (
    <li className={styles['item']}>
      <span className={styles['about']}>
        {name}
        <small>{replacedBy === null ? texts.items(category.content_count) : texts.moving(nameOf(replacedBy))}</small>
      </span>
      {replacedBy === null && (
        <span>
          <IconButton label={texts.rename(name)} onClick={() => onTask('rename')}>
            <Pencil aria-hidden size={18} />
          </IconButton>
          <IconButton label={texts.remove(name)} onClick={() => onTask('remove')}>
            <Trash2 aria-hidden size={18} />
          </IconButton>
        </span>
      )}
      {task === 'rename' && (
        <RenameForm category={category} reload={reload} onDone={onRenamed} onCancel={() => onTask(null)} />
      )}
      {task === 'remove' && <RemoveCategory {...props} />}
    </li>
  );
};
