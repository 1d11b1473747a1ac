import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ChangeEvent } from 'react';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { formatMegabytes } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import chooser from './file-chooser.module.css';
import { ACCEPTED_FILES, fileProblem } from './rules.ts';
import styles from './source-file.module.css';
import { StorageFacts } from './storage-facts.tsx';
import { uploadTexts } from './texts.ts';
import { needsPage, type UploadJob, type UploadRequest } from './jobs/upload-job.ts';
import { useUploads } from './use-uploads.ts';

const texts = uploadTexts.source;

/** The current fields of a content item, which a replacement keeps. */
const draftOf = ({
  title,
  metadata,
  category_id,
  description,
  tags,
  status,
}: ContentView): UploadRequest['content'] => ({
  title,
  artist: metadata.artist,
  contentType: metadata.contentType,
  category_id,
  description,
  tags,
  status,
  batchUpload: false,
});

/** Starts a download. The response is an attachment, so the page stays open. */
const startDownload = (url: string) => {
  const link = document.createElement('a');
  link.href = url;
  link.click();
};

/** What happens to the file that was chosen here, or to one that waits for review. */
const statusText = (job: UploadJob | undefined, { waiting_file: waiting }: ContentView): string => {
  if (job && needsPage(job)) return texts.uploading(job.request.file.name);
  if (job?.stage === 'conversion') return texts.converting(job.request.file.name);
  return waiting === null ? texts.hint : texts.waiting(waiting.file_name);
};

/** The uploaded file of a content item, with buttons to download and replace it. */
export const SourceFile = ({ content: opened }: { readonly content: ContentView }) => {
  const api = useApi();
  const { show } = useToast();
  const { jobs, manager } = useUploads();
  const [problem, setProblem] = useState<string | null>(null);
  /** The upload that replaces the current file. */
  const [jobId, setJobId] = useState<string>();
  // Read again when content changes: the conversion of a replacement ends while the dialog is open.
  const { data: latest } = useQuery({
    queryKey: ['catalog.get-content', opened.id, 'file'],
    queryFn: ({ signal }) => api.call('catalog.get-content', { params: { id: opened.id } }, { signal }),
    initialData: opened,
    staleTime: Infinity,
  });
  const content = latest.revision < opened.revision ? opened : latest;
  const { originalFileName: name, fileSize: size, s3Key } = content.metadata;
  const { mutate: download, isPending } = useMutation({
    mutationFn: (key: string) => api.call('uploads.s3-download-url', { body: { s3Key: key } }),
    onSuccess: ({ downloadUrl }) => startDownload(downloadUrl),
    onError: () =>
      show({ title: uploadTexts.toasts.failed.title, description: texts.downloadFailed, variant: 'destructive' }),
  });

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Otherwise, choosing the same file again would not fire a change event.
    event.target.value = '';
    if (!file) return;
    const reason = fileProblem(file);
    setProblem(reason ?? null);
    if (reason !== undefined) return;
    setJobId(manager.start([{ file, content: draftOf(content), replaces: content.id }]).ids[0]);
  };

  return (
    <section className={styles['source']} aria-label={texts.title}>
      <span className={styles['name']}>{name}</span>
      {size !== undefined && <span className={styles['facts']}>{formatMegabytes(size)}</span>}
      <p className={styles['facts']} role="status">
        {statusText(
          jobs.find(({ id }) => id === jobId),
          content,
        )}
      </p>
      {problem !== null && (
        <span role="alert" className={styles['problem']}>
          {problem}
        </span>
      )}
      <div className={styles['actions']}>
        {s3Key !== undefined && content.video_url !== null && (
          <Button variant="secondary" busy={isPending} onClick={() => download(s3Key)}>
            <Download aria-hidden size={16} />
            {texts.download}
          </Button>
        )}
        <label className={chooser['button']}>
          <input type="file" accept={ACCEPTED_FILES} aria-label={texts.label(content.title)} onChange={choose} />
          {texts.replace}
        </label>
      </div>
      <StorageFacts content={content} />
    </section>
  );
};
