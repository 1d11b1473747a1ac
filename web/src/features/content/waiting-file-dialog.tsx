import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { MAX_REASON, useReason } from '../../ui/forms/use-reason.ts';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import { showSaved } from './cached-lists.ts';
import styles from './form/content-form.module.css';
import { reviewTexts } from './review-texts.ts';

const texts = reviewTexts.file;

/** What staff decide about a waiting file. */
export type FileOutcome = 'accepted' | 'rejected';

const failureText = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === 0) return reviewTexts.failed;
  return error.code === 'version_conflict' ? texts.newer : error.message;
};

export interface WaitingFileDialogProps {
  readonly content: Pick<ContentView, 'id' | 'title'>;
  /** The renditions that were reviewed. */
  readonly version: string;
  readonly outcome: FileOutcome;
  readonly onClose: () => void;
}

/** Asks for the reason of a decision about a waiting file, and saves the decision. */
export const WaitingFileDialog = ({ content: { id, title }, version, outcome, onClose }: WaitingFileDialogProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [state, setState] = useState<{ busy?: boolean; failure?: string }>({});
  const { field, missing, isTyped, submit } = useReason();
  const markSaved = useUnsavedChanges(isTyped);

  const send = async (text: string): Promise<void> => {
    setState({ busy: true });
    try {
      const body = { version, outcome, reason: text };
      showSaved(queries, await api.call('content.decide-waiting-file', { params: { id }, body }));
      show({ title: reviewTexts.success, description: texts[outcome].done(title) });
      markSaved();
      onClose();
    } catch (error) {
      setState({ failure: failureText(error) });
    }
    await invalidateContent(queries);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts[outcome].title(title)}
      description={texts[outcome].text}
    >
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => submit(event, (text) => void (state.busy ?? send(text)))}
      >
        {state.failure !== undefined && (
          <Notice tone="danger" alert>
            {state.failure}
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
        <div className={styles['inline']}>
          <DialogCancel>{texts.cancel}</DialogCancel>
          <Button type="submit" variant={outcome === 'accepted' ? 'primary' : 'danger'} busy={state.busy === true}>
            {texts[outcome].button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
