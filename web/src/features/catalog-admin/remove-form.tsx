import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import styles from './catalog-admin.module.css';
import { catalogAdminTexts as texts } from './texts.ts';

export interface RemoveFormProps {
  readonly name: string;
  /** Whether every field that the deletion needs is filled in. */
  readonly ready?: boolean;
  readonly busy: boolean;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
  /** Fields of the form. Without them, it shows a plain question. */
  readonly children?: ReactNode;
}

/** Asks to confirm the deletion of a category or creator. */
export const RemoveForm = ({ name, ready = true, busy, onRemove, onCancel, children }: RemoveFormProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) onRemove();
  };
  return (
    <form className={styles['form']} aria-label={texts.remove(name)} onSubmit={submit}>
      {children ?? <p>{texts.removeQuestion(name)}</p>}
      <Button type="submit" variant="danger" busy={busy} disabled={!ready}>
        {texts.removeAction}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </form>
  );
};
