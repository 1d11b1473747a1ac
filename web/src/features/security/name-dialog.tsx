import { useRef, useState, type FormEvent } from 'react';
import { FACTOR_NAME_LENGTH } from '../../../../lambdas/contract/people/factors.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import styles from './security.module.css';
import { securityTexts } from './texts.ts';

const texts = securityTexts.name;

export interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a passkey. */
export const NameDialog = ({ title, action, name, busy, failure, onName, onClose }: NameDialogProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = (field.current?.value ?? '').trim();
    setMissing(entered === '');
    if (entered === '') field.current?.focus();
    else onName(entered);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={texts.text}
    >
      <form className={styles['form']} noValidate aria-label={title} onSubmit={submit}>
        <TextField
          ref={field}
          label={texts.field}
          defaultValue={name}
          maxLength={FACTOR_NAME_LENGTH}
          error={missing ? texts.needed : undefined}
        />
        {failure !== null && (
          <Notice tone="danger">
            <p>{failure}</p>
          </Notice>
        )}
        <div className={styles['dialog-actions']}>
          <DialogCancel>{texts.cancel}</DialogCancel>
          <Button type="submit" busy={busy}>
            {busy ? texts.saving : action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
