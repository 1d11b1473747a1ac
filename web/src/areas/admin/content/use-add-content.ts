import { useEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useUnsavedChanges } from '../../../core/unsaved/unsaved-changes.ts';
import { emptyContent, inputOf, type ContentFormValues } from '../../../features/content/form/form.ts';
import { EMPTY_SCRIPT, scriptProblem, type ScriptDraft } from '../../../features/transcripts/script-rules.ts';
import { fieldsOf, type FileFields } from '../../../features/uploads/batch/batch-fields.tsx';
import { contentTypeOf, titleOf } from '../../../features/uploads/rules.ts';
import type { UploadJob, UploadRequest } from '../../../features/uploads/jobs/upload-job.ts';
import { useUploads } from '../../../features/uploads/use-uploads.ts';

type FieldsByFile = ReadonlyMap<File, FileFields>;

/** One upload per file. In a batch, the fields of a file take precedence over those of the form; none has a script. */
const uploadsOf = (
  files: readonly File[],
  values: ContentFormValues,
  { perFile, script }: { readonly perFile: FieldsByFile; readonly script: ScriptDraft },
): UploadRequest[] =>
  files.map((file) => {
    const about = { contentType: contentTypeOf(file), batchUpload: files.length > 1 };
    if (files.length === 1) {
      const content = inputOf(values, { title: values.title, ...about });
      return { file, content, ...(script.text.trim() === '' ? {} : { script }) };
    }
    const own = perFile.get(file) ?? fieldsOf(file);
    const merged = {
      ...values,
      artist: own.artist.trim() || values.artist,
      category_id: own.category_id || values.category_id,
    };
    return { file, content: inputOf(merged, { title: own.title.trim() || titleOf(file.name), ...about }) };
  });

/** Adjusts the form when the selection changes between one file and several. */
const adjustForm = (
  form: UseFormReturn<ContentFormValues>,
  { before, after, perFile }: { before: readonly File[]; after: readonly File[]; perFile: FieldsByFile },
): void => {
  const wasBatch = before.length > 1;
  if (after.length > 1) {
    if (!wasBatch) form.setValue('contentType', 'each');
    return;
  }
  const [only] = after;
  const { title, artist, category_id: category, contentType } = form.getValues();
  if (!wasBatch || contentType === 'each')
    form.setValue('contentType', only ? contentTypeOf(only) : emptyContent.contentType);
  if (!wasBatch || !only) return;
  // One file of a batch remains: its own fields move into the form.
  const own = perFile.get(only) ?? fieldsOf(only);
  form.setValue('title', title.trim() || own.title);
  form.setValue('artist', own.artist.trim() || artist);
  form.setValue('category_id', own.category_id || category);
};

/** State and actions of the Add Content dialog. `onDone` is called when every file of a batch is uploaded. */
export const useAddContent = (onDone: () => void) => {
  const { jobs, manager } = useUploads();
  const form = useForm<ContentFormValues>({ defaultValues: emptyContent });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [perFile, setPerFile] = useState<FieldsByFile>(new Map());
  const [script, setScript] = useState(EMPTY_SCRIPT);
  const [failed, setFailed] = useState<readonly UploadJob[]>([]);
  const [running, setRunning] = useState<readonly string[] | null>(null);
  useUnsavedChanges(running === null && (files.length > 0 || form.formState.isDirty || script.text !== ''));
  /** The batch whose outcome this dialog waits for. */
  const awaited = useRef<readonly string[]>(null);
  useEffect(
    () => () => {
      awaited.current = null;
    },
    [],
  );

  const changeFiles = (next: readonly File[]) => {
    setFiles(next);
    adjustForm(form, { before: files, after: next, perFile });
  };
  const reset = () => {
    awaited.current = null;
    setRunning(null);
    setFailed([]);
    setFiles([]);
    setPerFile(new Map());
    setScript(EMPTY_SCRIPT);
    form.reset(emptyContent);
  };
  const upload = async (values: ContentFormValues) => {
    // The field of the script says what is wrong.
    if (files.length === 0 || (files.length === 1 && scriptProblem(script) !== undefined)) return;
    const { ids, settled } = manager.start(uploadsOf(files, values, { perFile, script }));
    awaited.current = ids;
    setRunning(ids);
    setFailed([]);
    const outcome = await settled;
    if (awaited.current !== ids) return;
    if (outcome.failed.length === 0 && !outcome.canceled) {
      reset();
      onDone();
      return;
    }
    // Show the form again with the files that were not uploaded.
    awaited.current = null;
    setRunning(null);
    manager.remove(outcome.failed.map(({ id }) => id));
    setFailed(outcome.failed);
    const remaining = files.filter((file) => !outcome.uploaded.some(({ request }) => request.file === file));
    if (remaining.length < files.length) changeFiles(remaining);
  };
  return {
    form,
    files,
    perFile,
    script,
    failed,
    /** The uploads in progress; null while the form is shown. */
    running: running && jobs.filter(({ id }) => running.includes(id)),
    changeFiles,
    changeScript: setScript,
    changeFields: (file: File, fields: FileFields) => setPerFile(new Map(perFile).set(file, fields)),
    upload,
    cancel: () => manager.cancel(running ?? []),
    /** Leaves uploads in progress to the upload panel. */
    detach: () => {
      if (running) reset();
    },
  };
};

export type AddContent = ReturnType<typeof useAddContent>;
