import { useRef, useState, type FormEvent } from 'react';
import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';
import { nameOf } from './use-change-person.ts';

/** Maximum length of a reason in the contract. */
const MAX_REASON = 500;

export interface ReasonDialogProps {
  /** The user whose account will be disabled, or enabled if it is disabled. */
  readonly person: PersonView;
  readonly onClose: () => void;
  readonly onConfirm: (reason: string) => void;
}

/** Asks for the reason before an account is disabled or enabled. */
export const ReasonDialog = ({ person, onClose, onConfirm }: ReasonDialogProps) => {
  const texts = person.disabled ? peopleTexts.enable : peopleTexts.disable;
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
          <Button variant="secondary" onClick={onClose}>
            {peopleTexts.cancel}
          </Button>
          <Button type="submit" variant={person.disabled ? 'primary' : 'danger'}>
            {texts.button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
