import { useQuery } from '@tanstack/react-query';
import type { FormEvent, MouseEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { useApi } from '../../../core/api/api-context.tsx';
import { UploadEstimate } from '../../../features/analysis/upload-estimate.tsx';
import { categoryChoicesQuery } from '../../../features/content/api.ts';
import { ContentFields } from '../../../features/content/form/content-fields.tsx';
import styles from '../../../features/content/form/content-form.module.css';
import { contentTexts } from '../../../features/content/texts.ts';
import { transcriptTexts } from '../../../features/transcripts/texts.ts';
import { UploadScript } from '../../../features/transcripts/upload-script.tsx';
import { BatchFields } from '../../../features/uploads/batch/batch-fields.tsx';
import { FileChooser } from '../../../features/uploads/file-chooser.tsx';
import { JobProgress } from '../../../features/uploads/jobs/job-progress.tsx';
import { contentTypeOf, titleOf } from '../../../features/uploads/rules.ts';
import { uploadTexts } from '../../../features/uploads/texts.ts';
import { isCancellable, type UploadJob } from '../../../features/uploads/jobs/upload-job.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useAddContent, type AddContent } from './use-add-content.ts';

const texts = contentTexts.add;

interface RunningProps {
  readonly jobs: readonly UploadJob[];
  readonly onCancel: () => void;
  readonly onBackground: () => void;
}

/** Ignores the second click of a double click: it was meant for the button that this one replaced. */
const once = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};

/** The dialog while files upload. */
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

const FailedFiles = ({ jobs }: { readonly jobs: readonly UploadJob[] }) => (
  <Notice tone="danger" title={texts.failedFiles}>
    <ul>
      {jobs.map(({ id, request, error }) => (
        <li key={id}>
          <strong>{request.file.name}</strong> {error}
        </li>
      ))}
    </ul>
  </Notice>
);

/** The files and their fields. */
const AddContentForm = ({
  add: { form, files, perFile, script, failed, changeFiles, changeFields, changeScript, upload },
}: {
  readonly add: AddContent;
}) => {
  const isBatch = files.length > 1;
  const [contentType, transcribe] = useWatch({ control: form.control, name: ['contentType', 'transcribe'] });
  const { data: categories = [] } = useQuery({ ...categoryChoicesQuery(useApi()), enabled: isBatch });
  const saveAsDraft = (event: FormEvent) => {
    event.preventDefault();
    void form.handleSubmit(upload)(event);
  };
  const publish = () => void form.handleSubmit((values) => upload({ ...values, status: 'published' }))();
  const hasNoFiles = files.length === 0;
  return (
    <form className={styles['form']} noValidate aria-label={texts.title} onSubmit={saveAsDraft}>
      <FileChooser files={files} onChange={changeFiles} />
      {failed.length > 0 && <FailedFiles jobs={failed} />}
      <ContentFields
        form={form}
        uploading
        batch={isBatch}
        suggestedTitle={files[0] ? titleOf(files[0].name) : undefined}
      />
      {!isBatch && <UploadScript script={script} onChange={changeScript} />}
      {isBatch && script.text.trim() !== '' && (
        <Notice tone="warning" title={transcriptTexts.onlyOneFile}>
          <p>{transcriptTexts.onlyOneFileText}</p>
        </Notice>
      )}
      <UploadEstimate
        files={files}
        typeOf={contentTypeOf}
        contentType={contentType}
        transcribe={contentType !== 'video' && transcribe}
        hasScript={!isBatch && script.text.trim() !== ''}
      />
      {isBatch && <BatchFields files={files} values={perFile} categories={categories} onChange={changeFields} />}
      <div className={styles['actions']}>
        {hasNoFiles && <p className={styles['missing']}>{uploadTexts.noFiles}</p>}
        <Button type="submit" variant="secondary" disabled={hasNoFiles}>
          {texts.draft}
        </Button>
        <Button disabled={hasNoFiles} onClick={publish}>
          {texts.publish}
        </Button>
      </div>
    </form>
  );
};

export interface AddContentDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/**
 * The Add Content dialog: files, their fields and the upload. When it closes during an upload, the upload continues in
 * the upload panel.
 */
export const AddContentDialog = ({ open, onOpenChange }: AddContentDialogProps) => {
  const add = useAddContent(() => onOpenChange(false));
  const close = () => {
    add.detach();
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={texts.title}
      description={add.running ? texts.running : texts.description}
      size="large"
      keepsInput
    >
      {add.running ? (
        <Running jobs={add.running} onCancel={add.cancel} onBackground={close} />
      ) : (
        <AddContentForm add={add} />
      )}
    </Dialog>
  );
};
