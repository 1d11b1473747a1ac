import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ChangeEvent } from 'react';
import type { UnfinishedUpload } from '../../../../../lambdas/contract/media/uploads.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { formatLongDate, formatMegabytes } from '../../../lib/format.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import chooser from '../file-chooser.module.css';
import { contentTypeOf, titleOf } from '../rules.ts';
import { hasNameAndSizeOf } from '../jobs/resume-upload.ts';
import { uploadTexts } from '../texts.ts';
import { unfinishedQuery } from './unfinished-query.ts';
import styles from './unfinished-uploads.module.css';
import type { UploadRequest } from '../jobs/upload-job.ts';
import { useUploads } from '../use-uploads.ts';

const texts = uploadTexts.unfinished;

/** The default fields of an upload that was started without any. */
const defaultDraft = (file: File): UploadRequest['content'] => ({
  title: titleOf(file.name),
  artist: '',
  contentType: contentTypeOf(file),
  category_id: null,
  description: '',
  tags: [],
  status: 'draft',
  batchUpload: false,
});

const Row = ({ upload, onDiscard }: { readonly upload: UnfinishedUpload; readonly onDiscard: () => void }) => {
  const { fileName: name, fileSize, s3Key, draft, replacement, contentId } = upload;
  const { manager } = useUploads();
  const [problem, setProblem] = useState<string | null>(null);
  const size = formatMegabytes(fileSize);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Otherwise, choosing the same file again would not fire a change event.
    event.target.value = '';
    if (!file) return;
    if (!hasNameAndSizeOf(file, upload)) return setProblem(texts.otherFile(name, size));
    setProblem(null);
    manager.start([
      { file, content: draft ?? defaultDraft(file), resume: s3Key, ...(replacement ? { replaces: contentId } : {}) },
    ]);
  };
  return (
    <li className={styles['row']}>
      <div className={styles['about']}>
        <span className={styles['name']}>{draft?.title ?? name}</span>
        <span className={styles['facts']}>{`${name}, ${texts.about(size, formatLongDate(upload.created_at))}`}</span>
        {problem !== null && (
          <span role="alert" className={styles['problem']}>
            {problem}
          </span>
        )}
      </div>
      <label className={chooser['button']}>
        <input type="file" aria-label={texts.label(name)} onChange={choose} />
        {texts.choose}
      </label>
      <Button variant="ghost" aria-label={texts.discardLabel(name)} onClick={onDiscard}>
        {texts.discard}
      </Button>
    </li>
  );
};

/** Uploads that were interrupted by a closed page, a crash, or on another device. Hidden if there are none. */
export const UnfinishedUploads = () => {
  const api = useApi();
  const { show } = useToast();
  const { jobs } = useUploads();
  const { data = [], refetch } = useQuery(unfinishedQuery(api));
  /** The upload that the user is asked to confirm discarding. */
  const [discarding, setDiscarding] = useState<UnfinishedUpload | null>(null);
  const { mutate: discard } = useMutation({
    mutationFn: (s3Key: string) => api.call('uploads.s3-upload-url', { body: { action: 'abort', s3Key } }),
    onError: () =>
      show({ title: uploadTexts.toasts.failed.title, description: texts.discardFailed, variant: 'destructive' }),
    onSettled: () => void refetch(),
  });
  // The upload manager can retry the failed jobs of this page without choosing the file again.
  const managed = new Set(jobs.flatMap(({ s3Key, request }) => [s3Key, request.resume]));
  const unfinished = data.filter(({ s3Key }) => !managed.has(s3Key));
  if (unfinished.length === 0) return null;
  return (
    <section className={styles['unfinished']} aria-label={texts.title}>
      <h2 className={styles['title']}>{texts.title}</h2>
      <p className={styles['lead']}>{texts.lead}</p>
      <ul>
        {unfinished.map((upload) => (
          <Row key={upload.s3Key} upload={upload} onDiscard={() => setDiscarding(upload)} />
        ))}
      </ul>
      {discarding && (
        <ConfirmDialog
          open
          onOpenChange={() => setDiscarding(null)}
          title={texts.discardTitle}
          description={texts.discardText(discarding.fileName, formatMegabytes(discarding.fileSize))}
          action={texts.discard}
          dangerous
          onConfirm={() => {
            discard(discarding.s3Key);
            setDiscarding(null);
          }}
        />
      )}
    </section>
  );
};
