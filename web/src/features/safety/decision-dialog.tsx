import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SafetyOutcome, SafetyReview } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { ReasonForm } from '../../core/forms/reason-form.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { SwitchField } from '../../ui/forms/switch-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { isVersionConflict, refreshSafety } from './api.ts';
import { safetyTexts as texts } from './texts.ts';

export interface DecisionDialogProps {
  readonly review: SafetyReview;
  readonly outcome: SafetyOutcome;
  /** Ids of the evidence that was opened. */
  readonly opened: ReadonlySet<string>;
  readonly onClose: () => void;
  /** Called after the decision was saved, and `onClose`. */
  readonly onDecided: () => void;
}

const failureText = (error: unknown): string => {
  if (isVersionConflict(error)) return texts.newer;
  return error instanceof Error ? error.message : String(error);
};

/** Asks for the reason of a decision, and whether an approval publishes the title. */
export const DecisionDialog = ({ review, outcome, opened, onClose, onDecided }: DecisionDialogProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const isApproval = outcome === 'approved';
  const [publish, setPublish] = useState(review.status === 'pending');
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});

  const send = async (reason: string, markSaved: () => void): Promise<void> => {
    setState({ busy: true });
    try {
      await api.call('safety.decide', {
        params: { id: review.content_id },
        body: { rev: review.rev, outcome, opened: [...opened], reason, publish: isApproval && publish },
      });
      show({ title: texts.decided[outcome], description: review.title });
      markSaved();
      onClose();
      onDecided();
    } catch (error) {
      setState({ failure: failureText(error) });
    }
    await refreshSafety(queries);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isApproval ? texts.approveTitle(review.title) : texts.rejectTitle(review.title)}
      description={isApproval ? texts.approveText : texts.rejectText}
    >
      <ReasonForm
        action={isApproval ? texts.approve : texts.reject}
        dangerous={!isApproval}
        busy={state.busy === true}
        failure={state.failure === undefined ? null : `${texts.decisionFailed}. ${state.failure}`}
        hint={texts.reasonHint}
        onSubmit={(reason, markSaved) => void send(reason, markSaved)}
      >
        {isApproval && review.status !== 'published' && (
          <SwitchField label={texts.publish} checked={publish} onChange={(event) => setPublish(event.target.checked)} />
        )}
      </ReasonForm>
    </Dialog>
  );
};
