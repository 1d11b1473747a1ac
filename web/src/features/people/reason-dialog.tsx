import { useRef, useState, type FormEvent } from 'react';
import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';
import { nameOf } from './use-change-person.ts';

/** Longest reason that the server takes. */
const REASON_LENGTH = 500;

export interface ReasonDialogProps {
  /** Who is to be disabled, or enabled when disabled. */
  readonly person: PersonView;
  readonly onClose: () => void;
  readonly onConfirm: (reason: string) => void;
}

/** Asks why an account is disabled or enabled, before it is. */
export const ReasonDialog = ({ person, onClose, onConfirm }: ReasonDialogProps) => {
  const texts = person.disabled ? peopleTexts.enable : peopleTexts.disable;
  const reason = useRef<HTMLTextAreaElement>(null);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // One line, as the server keeps it.
    const given = reason.current?.value.replaceAll(/\s+/g, ' ').trim() ?? '';
    setMissing(given === '');
    if (given === '') reason.current?.focus();
    else onConfirm(given);
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
          maxLength={REASON_LENGTH}
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
