import { useRef, useState, type FormEvent } from 'react';
import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';
import { nameOf } from './use-change-person.ts';

/** Maximum length of a reason in the contract. */
const MAX_REASON = 500;

export interface ReasonDialogProps {
  /** The user whose account will be changed. */
  readonly person: PersonView;
  /** What will happen. */
  readonly texts: { readonly title: string; readonly text: (name: string) => string; readonly button: string };
  readonly dangerous: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (reason: string) => void;
}

/** Asks for the reason before an account is disabled or enabled, or its second factor is reset. */
export const ReasonDialog = ({ person, texts, dangerous, onClose, onConfirm }: ReasonDialogProps) => {
  const reason = useRef<HTMLTextAreaElement>(null);
  const [missing, setMissing] = useState(false);
  useUnsavedChanges(() => (reason.current?.value ?? '') !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // One line, as the server stores it.
    const entered = reason.current?.value.replaceAll(/\s+/g, ' ').trim() ?? '';
    setMissing(entered === '');
    if (entered === '') reason.current?.focus();
    else onConfirm(entered);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title}
      description={texts.text(nameOf(person))}
    >
      <form className={styles['form']} noValidate onSubmit={submit}>
        <TextArea
          ref={reason}
          label={peopleTexts.reason}
          hint={peopleTexts.reasonHint}
          rows={3}
          maxLength={MAX_REASON}
          error={missing ? peopleTexts.reasonNeeded : undefined}
        />
        <div className={styles['actions']}>
          <DialogCancel>{peopleTexts.cancel}</DialogCancel>
          <Button type="submit" variant={dangerous ? 'danger' : 'primary'}>
            {texts.button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
