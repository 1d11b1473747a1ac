import { ReasonForm } from '../../core/forms/reason-form.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { PlanDialogProps } from './give-dialog.tsx';
import { personPlanTexts } from './texts.ts';
import { useChangePlan } from './use-change-plan.ts';

const texts = personPlanTexts.end;

/** Ends a user's complimentary plan. */
export const EndDialog = ({ plan, name, onClose }: PlanDialogProps) => {
  const { change, busy, failure } = useChangePlan(plan, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title(name)}
      description={texts.text}
    >
      <ReasonForm
        action={texts.action}
        dangerous
        busy={busy}
        failure={failure}
        onSubmit={(reason) => void change({ kind: 'end', reason })}
      />
    </Dialog>
  );
};
