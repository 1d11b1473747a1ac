import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import { ReasonForm } from '../../core/forms/reason-form.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
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
export const ReasonDialog = ({ person, texts, dangerous, onClose, onConfirm }: ReasonDialogProps) => (
  <Dialog
    open
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
    title={texts.title}
    description={texts.text(nameOf(person))}
  >
    <ReasonForm action={texts.button} dangerous={dangerous} onSubmit={onConfirm} />
  </Dialog>
);
