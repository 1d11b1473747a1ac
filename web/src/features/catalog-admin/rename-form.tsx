import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { ManagedCategory } from '../../../../lambdas/contract/content/catalog.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ConflictNotice } from '../../ui/feedback/conflict-notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import styles from './catalog-admin.module.css';
import { catalogAdminTexts as texts } from './texts.ts';

export interface RenameFormProps {
  readonly category: Pick<ManagedCategory, 'id' | 'name'>;
  readonly reload: () => Promise<readonly Pick<ManagedCategory, 'id' | 'name'>[]>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Renames a category. If someone else renamed it in the meantime, it shows both names. */
export const RenameForm = ({ category, reload, onDone, onCancel }: RenameFormProps) => {
  const api = useApi();
  const [name, setName] = useState(category.name);
  /** The saved name when editing started; the list can change behind the form. */
  const [base, setBase] = useState(category.name);
  const [theirs, setTheirs] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (was: string) =>
      api.call('catalog.rename-category', { params: { id: category.id }, body: { name: name.trim(), was } }),
    onSuccess: onDone,
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') return;
      setTheirs((await reload()).find(({ id }) => id === category.id)?.name ?? null);
    },
  });
  useUnsavedChanges(name !== base);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !save.isPending) save.mutate(base);
  };
  const rebase = (saved: string) => {
    setBase(saved);
    setTheirs(null);
    save.reset();
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <TextField
        label={texts.newName(base)}
        value={name}
        maxLength={80}
        error={theirs === null ? save.error?.message : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={save.isPending} disabled={name.trim() === '' || theirs !== null}>
        {texts.save}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        {texts.cancel}
      </Button>
      {theirs !== null && (
        <ConflictNotice
          texts={texts.conflict}
          text={texts.conflict.text}
          fields={[{ key: 'name', label: texts.name, sides: [name.trim(), theirs] }]}
          onReload={() => {
            setName(theirs);
            rebase(theirs);
          }}
          onKeep={() => {
            rebase(theirs);
            save.mutate(theirs);
          }}
        />
      )}
    </form>
  );
};
