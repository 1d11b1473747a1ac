import type { ToastStore } from '../../../core/toast/toast-store.ts';
import { uploadTexts } from '../texts.ts';
import type { BatchOutcome } from '../types.ts';
import type { UploadJob } from '../jobs/upload-job.ts';

const { toasts: texts } = uploadTexts;

const successText = (job: UploadJob | undefined): string => {
  if (job?.request.replaces !== undefined) return job.awaitsReview ? texts.replacementPending : texts.replaced;
  if (job?.awaitsReview) return texts.pending;
  if (job?.request.content.status === 'published')
    return job.stage === 'complete' ? texts.published : texts.publishesLater;
  return job?.request.content.status === 'pending' ? texts.pending : texts.draft;
};

const failureText = (job: UploadJob | undefined): string => {
  const summary = job?.isStored && job.request.replaces === undefined ? texts.addFailed : texts.failed.description;
  return `${summary} ${job?.error ?? ''}`.trim();
};

/** Shows a toast with the outcome of a batch. */
export const reportBatch = (
  toasts: Pick<ToastStore, 'show'>,
  { uploaded, failed, canceled, tooLate }: BatchOutcome,
): void => {
  const total = uploaded.length + failed.length;
  if (failed.length === 1 && total === 1) {
    toasts.show({ title: texts.failed.title, description: failureText(failed[0]), variant: 'destructive' });
  } else if (failed.length > 0) {
    const names = failed.map(({ request }) => request.file.name);
    const title = uploaded.length === 0 ? texts.failed.title : texts.partly;
    toasts.show({ title, description: texts.batchPartly(uploaded.length, names), variant: 'destructive' });
  } else if (tooLate) toasts.show(texts.tooLate);
  else if (canceled) toasts.show(texts.canceled);
  else if (total > 1) toasts.show({ title: texts.added, description: texts.batch(total) });
  else if (total === 1)
    toasts.show({
      title: uploaded[0]?.request.replaces === undefined ? texts.success : texts.stored,
      description: successText(uploaded[0]),
    });
};
