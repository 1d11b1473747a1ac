import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import styles from './catalog-admin.module.css';
import { catalogAdminTexts as texts } from './texts.ts';

export interface RemoveFormProps {
  readonly name: string;
  /** Everything is chosen that the removal needs. */
  readonly ready?: boolean;
  readonly busy: boolean;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
  /** What has to be chosen for it; without it, it is asked for plainly. */
  readonly children?: ReactNode;
}

/** Asks before a category or a creator is removed. */
export const RemoveForm = ({ name, ready = true, busy, onRemove, onCancel, children }: RemoveFormProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) onRemove();
  };
  return (
    <form className={styles['form']} aria-label={texts.remove(name)} onSubmit={submit}>
      {children ?? <p>{texts.removeAsk(name)}</p>}
      <Button type="submit" variant="danger" busy={busy} disabled={!ready}>
        {texts.removeAction}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </form>
  );
};
