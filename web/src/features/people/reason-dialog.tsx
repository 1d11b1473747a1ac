import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { MAX_REASON, useReason } from '../../ui/forms/use-reason.ts';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';
import { nameOf } from './use-change-person.ts';

export interface ReasonDialogProps {
  /** The user whose account will be changed. */
  readonly person: PersonView;
  /** What will happen. */
  readonly texts: { readonly title: string; readonly text: (name: string) => string; readonly button: string };
  readonly dangerous: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (reason: string) => void;
}

/** Asks for the reason before an account is disabled, enabled or put under a legal hold, or its factor is reset. */
export const ReasonDialog = ({ person, texts, dangerous, onClose, onConfirm }: ReasonDialogProps) => {
  const { field, missing, isTyped, submit } = useReason();
  useUnsavedChanges(isTyped);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title}
      description={texts.text(nameOf(person))}
    >
      <form className={styles['form']} noValidate onSubmit={(event) => submit(event, onConfirm)}>
        <TextArea
          ref={field}
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
