import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SafetyOutcome, SafetyReview } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { MAX_REASON, useReason } from '../../ui/forms/use-reason.ts';
import { SwitchField } from '../../ui/forms/switch-field.tsx';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import { refreshSafety } from './api.ts';
import styles from './safety.module.css';
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
  if (error instanceof ApiError && error.code === 'version_conflict') return texts.newer;
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
  const { field, missing, isTyped, submit } = useReason();
  const markSaved = useUnsavedChanges(isTyped);

  const send = async (text: string): Promise<void> => {
    setState({ busy: true });
    try {
      await api.call('safety.decide', {
        params: { id: review.content_id },
        body: { rev: review.rev, outcome, opened: [...opened], reason: text, publish: isApproval && publish },
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
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => submit(event, (text) => void (state.busy ?? send(text)))}
      >
        {state.failure !== undefined && (
          <Notice tone="danger" alert>
            {texts.decisionFailed}. {state.failure}
          </Notice>
        )}
        <TextArea
          ref={field}
          label={texts.reason}
          hint={texts.reasonHint}
          rows={3}
          maxLength={MAX_REASON}
          error={missing ? texts.reasonNeeded : undefined}
        />
        {isApproval && review.status !== 'published' && (
          <SwitchField label={texts.publish} checked={publish} onChange={(event) => setPublish(event.target.checked)} />
        )}
        <div className={styles['buttons']}>
          <DialogCancel>{texts.cancel}</DialogCancel>
          <Button type="submit" variant={isApproval ? 'primary' : 'danger'} busy={state.busy === true}>
            {isApproval ? texts.approve : texts.reject}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
