import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { ReasonForm } from '../../core/forms/reason-form.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showSaved } from './cached-lists.ts';
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

  const send = async (reason: string): Promise<void> => {
    setState({ busy: true });
    try {
      const body = { version, outcome, reason };
      showSaved(queries, await api.call('content.decide-waiting-file', { params: { id }, body }));
      show({ title: reviewTexts.success, description: texts[outcome].done(title) });
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
      <ReasonForm
        action={texts[outcome].button}
        dangerous={outcome === 'rejected'}
        busy={state.busy === true}
        failure={state.failure}
        onSubmit={(reason) => void send(reason)}
      />
    </Dialog>
  );
};
