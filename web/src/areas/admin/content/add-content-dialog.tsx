import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { useForm } from 'react-hook-form';
import { useApi } from '../../../core/api/api-context.tsx';
import { categoryChoicesQuery } from '../../../features/content/api.ts';
import { ContentFields } from '../../../features/content/form/content-fields.tsx';
import styles from '../../../features/content/form/content-form.module.css';
import { emptyContent, inputOf, type ContentFormValues } from '../../../features/content/form/form.ts';
import { contentTexts } from '../../../features/content/texts.ts';
import { BatchFields, fieldsOf, type FileFields } from '../../../features/uploads/batch-fields.tsx';
import { FileChooser } from '../../../features/uploads/file-chooser.tsx';
import { JobProgress } from '../../../features/uploads/job-progress.tsx';
import { contentTypeOf, titleOf } from '../../../features/uploads/rules.ts';
import { uploadTexts } from '../../../features/uploads/texts.ts';
import { isCancellable, type UploadJob } from '../../../features/uploads/upload-job.ts';
import { useUploads } from '../../../features/uploads/use-uploads.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';

const texts = contentTexts.add;

interface RunningProps {
  readonly jobs: readonly UploadJob[];
  readonly onCancel: () => void;
  readonly onBackground: () => void;
}

/** Does something unless the press is the second one of two: that was meant for the button that stood here before. */
const once = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};

/** What the dialog shows while its files are on their way. */
const Running = ({ jobs, onCancel, onBackground }: RunningProps) => (
  <div className={styles['form']}>
    <ul>
      {jobs.map((job) => (
        <JobProgress key={job.id} job={job} />
      ))}
    </ul>
    <div className={styles['actions']}>
      <Button variant="secondary" onClick={once(onBackground)}>
        {texts.background}
      </Button>
      <Button variant="danger" disabled={!jobs.some(isCancellable)} onClick={once(onCancel)}>
        {uploadTexts.panel.cancelAll}
      </Button>
    </div>
  </div>
);

export interface AddContentDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/**
 * The Add Content dialog: files, what they are, and their upload. Closed during an upload, it leaves it to the upload
 * manager.
 */
export const AddContentDialog = ({ open, onOpenChange }: AddContentDialogProps) => {
  const { jobs, manager } = useUploads();
  const form = useForm<ContentFormValues>({ defaultValues: emptyContent });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [perFile, setPerFile] = useState<ReadonlyMap<File, FileFields>>(new Map());
  const [failed, setFailed] = useState<readonly UploadJob[]>([]);
  const [running, setRunning] = useState<readonly string[] | null>(null);
  /** The batch that this dialog still waits for. */
  const awaited = useRef<readonly string[]>(null);
  useEffect(
    () => () => {
      awaited.current = null;
    },
    [],
  );
  const batch = files.length > 1;
  const { data: categories = [] } = useQuery({ ...categoryChoicesQuery(useApi()), enabled: batch });

  const changeFiles = (next: readonly File[]) => {
    setFiles(next);
    const [only] = next;
    const { title, artist, category_id: category, contentType } = form.getValues();
    if (next.length > 1) {
      if (!batch) form.setValue('contentType', 'each');
      return;
    }
    if (!batch || contentType === 'each')
      form.setValue('contentType', only ? contentTypeOf(only) : emptyContent.contentType);
    if (!batch || !only) return;
    // One file is left of a batch: what was said of it alone is what is said now.
    const own = perFile.get(only) ?? fieldsOf(only);
    form.setValue('title', title.trim() || own.title);
    form.setValue('artist', own.artist.trim() || artist);
    form.setValue('category_id', own.category_id || category);
  };
  const reset = () => {
    awaited.current = null;
    setRunning(null);
    setFailed([]);
    setFiles([]);
    setPerFile(new Map());
    form.reset(emptyContent);
  };
  const close = () => {
    if (running) reset();
    onOpenChange(false);
  };

  const upload = async (values: ContentFormValues) => {
    if (files.length === 0) return;
    const { ids, settled } = manager.start(
      files.map((file) => {
        const contentType = contentTypeOf(file);
        if (!batch) return { file, content: inputOf(values, { title: values.title, contentType }) };
        const own = perFile.get(file) ?? fieldsOf(file);
        const merged = {
          ...values,
          artist: own.artist.trim() || values.artist,
          category_id: own.category_id || values.category_id,
        };
        return { file, content: inputOf(merged, { title: own.title.trim() || titleOf(file.name), contentType }) };
      }),
    );
    awaited.current = ids;
    setRunning(ids);
    setFailed([]);
    const outcome = await settled;
    if (awaited.current !== ids) return;
    if (outcome.failed.length === 0 && !outcome.canceled) {
      reset();
      onOpenChange(false);
      return;
    }
    // The form comes back with what was not uploaded.
    awaited.current = null;
    setRunning(null);
    manager.remove(outcome.failed.map(({ id }) => id));
    setFailed(outcome.failed);
    const left = files.filter((file) => !outcome.uploaded.some(({ request }) => request.file === file));
    if (left.length < files.length) changeFiles(left);
  };
  const saveAsDraft = (event: FormEvent) => {
    event.preventDefault();
    void form.handleSubmit(upload)(event);
  };
  const publish = () => void form.handleSubmit((values) => upload({ ...values, status: 'published' }))();
  const noFiles = files.length === 0;

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={texts.title}
      description={running ? texts.running : texts.description}
      size="large"
    >
      {running ? (
        <Running
          jobs={jobs.filter(({ id }) => running.includes(id))}
          onCancel={() => manager.cancel(running)}
          onBackground={close}
        />
      ) : (
        <form className={styles['form']} noValidate aria-label={texts.title} onSubmit={saveAsDraft}>
          <FileChooser files={files} onChange={changeFiles} />
          {failed.length > 0 && (
            <Notice tone="danger" title={texts.failedFiles}>
              <ul>
                {failed.map(({ id, request, error }) => (
                  <li key={id}>
                    <strong>{request.file.name}</strong> {error}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          <ContentFields form={form} batch={batch} suggestedTitle={files[0] ? titleOf(files[0].name) : undefined} />
          {batch && (
            <BatchFields
              files={files}
              values={perFile}
              categories={categories}
              onChange={(file, fields) => setPerFile(new Map(perFile).set(file, fields))}
            />
          )}
          <div className={styles['actions']}>
            {noFiles && <p className={styles['missing']}>{uploadTexts.noFiles}</p>}
            <Button type="submit" variant="secondary" disabled={noFiles}>
              {texts.draft}
            </Button>
            <Button disabled={noFiles} onClick={publish}>
              {texts.publish}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
};
