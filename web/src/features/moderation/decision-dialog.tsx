import { ReasonForm } from '../../core/forms/reason-form.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { moderationTexts as texts } from './texts.ts';
import { useDecision } from './use-decision.ts';

export interface DecisionDialogProps {
  readonly playlist: { readonly id: string; readonly title: string };
  readonly kind: 'hide' | 'show';
  readonly onClose: () => void;
}

/** Asks for the reason before a playlist is hidden or shown again. */
export const DecisionDialog = ({ playlist, kind, onClose }: DecisionDialogProps) => {
  const isHide = kind === 'hide';
  const { decide, busy, failure } = useDecision(playlist, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isHide ? texts.hideTitle(playlist.title) : texts.showTitle(playlist.title)}
      description={isHide ? texts.hideText : texts.showText}
    >
      <ReasonForm
        action={isHide ? texts.hide : texts.show}
        dangerous={isHide}
        busy={busy}
        failure={failure && `${texts.failed}. ${failure}`}
        {...(isHide ? { hint: texts.hideHint } : {})}
        onSubmit={(reason) => void decide({ kind, reason })}
      />
    </Dialog>
  );
};
