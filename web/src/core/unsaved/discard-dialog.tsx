import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { unsavedTexts as texts } from './texts.ts';

export interface DiscardDialogProps {
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Asks whether to discard unsaved changes. Lazy-loaded. */
export const DiscardDialog = ({ onStay, onDiscard }: DiscardDialogProps) => (
  <ConfirmDialog
    open
    onOpenChange={onStay}
    title={texts.title}
    description={texts.text}
    action={texts.discard}
    cancel={texts.stay}
    dangerous
    onConfirm={onDiscard}
  />
);
