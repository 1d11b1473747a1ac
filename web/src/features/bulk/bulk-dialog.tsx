import { useState } from 'react';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import { actionOf, BulkActionForm, needsFields, noFields } from './bulk-action-form.tsx';
import type { BulkActionKind } from './bulk-bar.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import styles from './bulk.module.css';
import { JobProgress } from './job-progress.tsx';
import { bulkTexts as texts } from './texts.ts';
import { useBulkJob } from './use-bulk-job.ts';

export interface BulkDialogProps {
  readonly kind: BulkActionKind;
  readonly ids: readonly string[];
  readonly categories: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
  /** The job has started, so the selection is no longer needed. */
  readonly onStarted: () => void;
}

/** A bulk action in steps: its fields, the preview, the progress, and the result. */
export const BulkDialog = ({ kind, ids, categories, onClose, onStarted }: BulkDialogProps) => {
  const [fields, setFields] = useState(noFields);
  const [tried, setTried] = useState(false);
  const [ready, setReady] = useState(!needsFields(kind));
  const [typed, setTyped] = useState('');
  // The selection when the dialog opened; the list behind it can change.
  const [selected] = useState(ids);
  const { job, setJob, preview, start } = useBulkJob({
    action: actionOf(kind, fields),
    ids: selected,
    ready,
    onStarted,
  });
  useUnsavedChanges(!job && (fields !== noFields || typed !== ''));
  const failure = preview.error ?? start.error;
  const back = needsFields(kind) && (
    <Button variant="secondary" onClick={() => setReady(false)}>
      {texts.back}
    </Button>
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title[kind]}
      description={(job ? texts.started : texts.description)(selected.length)}
    >
      <div className={styles['body']}>
        {failure && (
          <Notice tone="danger" title={texts.failed} alert>
            <p>{failure.message}</p>
          </Notice>
        )}
        {job && <JobProgress key={job.id} initialJob={job} onUndo={setJob} />}
        {!job && !ready && needsFields(kind) && (
          <BulkActionForm
            kind={kind}
            fields={fields}
            categories={categories}
            onChange={setFields}
            tried={tried}
            onPreview={(valid) => {
              setTried(true);
              setReady(valid);
            }}
          />
        )}
        {!job && ready && !preview.data && !preview.error && <p role="status">{texts.previewing}</p>}
        {!job && ready && preview.error && (
          <div className={styles['actions']}>
            {back}
            <Button onClick={() => void preview.refetch()} busy={preview.isFetching}>
              {texts.retry}
            </Button>
          </div>
        )}
        {!job && ready && preview.data && !preview.error && (
          <BulkPreview
            kind={kind}
            count={selected.length}
            preview={preview.data}
            typed={typed}
            onType={setTyped}
            busy={start.isPending}
            back={back}
            onConfirm={() => start.mutate()}
          />
        )}
        {job && (
          <div className={styles['actions']}>
            <DialogCancel>{texts.close}</DialogCancel>
          </div>
        )}
      </div>
    </Dialog>
  );
};
