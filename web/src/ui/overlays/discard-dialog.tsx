import { ConfirmDialog } from './confirm-dialog.tsx';

export interface DiscardDialogProps {
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Asks whether to discard unsaved changes. */
export const DiscardDialog = ({ onStay, onDiscard }: DiscardDialogProps) => (
  <ConfirmDialog
    open
    onOpenChange={onStay}
    title="Discard changes?"
    description="What you entered hasn't been saved."
    action="Discard changes"
    cancel="Keep editing"
    dangerous
    onConfirm={onDiscard}
  />
);
