import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import type { LiveTopics } from '../../core/live/live-hub.ts';
import type { ToastStore } from '../../core/toast/toast-store.ts';
import type { LeaveGuard } from '../../lib/leave-guard.ts';
import { createStore } from '../../lib/store.ts';
import { createConversionWatch } from './conversion-watch.ts';
import { UploadStopped, runUpload, type StoredUpload, type UploadDeps } from './run-upload.ts';
import { uploadTexts } from './texts.ts';
import { isCancellable, needsPage, newJob, type UploadJob, type UploadRequest } from './upload-job.ts';

export interface UploadManagerDeps extends UploadDeps {
  readonly toasts: Pick<ToastStore, 'show'>;
  readonly live: LiveTopics;
  readonly leaveGuard: LeaveGuard;
  /** Contents were added or changed: lists shall be read again. */
  readonly onContentChange: () => void;
  /** What is unfinished may have changed: its list shall be read again. */
  readonly onUnfinishedChange: () => void;
}

/** How a batch ended. */
export interface BatchOutcome {
  readonly uploaded: readonly UploadJob[];
  readonly failed: readonly UploadJob[];
  readonly canceled: boolean;
}

/** All uploads of this page, one file at a time; it knows no React. */
export interface UploadManager {
  readonly get: () => readonly UploadJob[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Queues files; resolves when the last of them is stored, failed or canceled. Never rejects. */
  readonly start: (requests: readonly UploadRequest[]) => {
    readonly ids: readonly string[];
    readonly settled: Promise<BatchOutcome>;
  };
  /** Gives up what is not stored yet. */
  readonly cancel: (ids: readonly string[]) => void;
  /** Starts a failed one again, from where it was left. */
  readonly retry: (id: string) => void;
  /** Takes ended ones from the list. */
  readonly remove: (ids: readonly string[]) => void;
  /** Ends everything here and forgets it. What was sent in parts can be taken up again. */
  readonly stop: () => void;
}

/**
 * Every error that can come here has a sentence for people: ApiError, TransferError, or the one of an upload that could
 * not begin.
 */
const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : uploadTexts.errors.unknown;

type End = 'uploaded' | 'failed' | 'canceled' | 'stopped';

/** Makes the manager of a page. */
export const createUploadManager = (deps: UploadManagerDeps): UploadManager => {
  const { toasts, leaveGuard, onContentChange, onUnfinishedChange } = deps;
  const store = createStore<readonly UploadJob[]>([]);
  const watch = createConversionWatch(deps);
  const controllers = new Map<string, AbortController>();
  let counter = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const setJobs = (jobs: readonly UploadJob[]) => {
    store.set(jobs);
    leaveGuard.set(jobs.some(needsPage));
  };
  const find = (id: string) => store.get().find((job) => job.id === id);
  const change = (id: string, next: Partial<UploadJob>) =>
    setJobs(store.get().map((job) => (job.id === id ? { ...job, ...next } : job)));
  const remove = (ids: readonly string[]) => setJobs(store.get().filter(({ id }) => !ids.includes(id)));

  /** Follows the conversion, and says when the wish to publish came true. */
  const followConversion = (id: string, { content: { id: contentId }, isOfFile }: StoredUpload, publish: boolean) => {
    const onContent = (content: ContentView): boolean => {
      if (!find(id)) return false;
      if (!isOfFile(content)) return true;
      if (content.conversion_status === 'failed') {
        const error = uploadTexts.errors.conversion(content.conversion_error ?? uploadTexts.errors.unknown);
        change(id, { stage: 'failed', error });
        toasts.show({ title: uploadTexts.toasts.conversionFailed, description: error, variant: 'destructive' });
        onContentChange();
        return false;
      }
      change(id, { stagePercent: content.conversion_progress });
      if (content.conversion_status !== 'completed') return true;
      change(id, { stage: 'complete' });
      if (publish && content.status === 'published')
        toasts.show({ title: uploadTexts.toasts.success, description: uploadTexts.toasts.published });
      onContentChange();
      return false;
    };
    watch.follow(contentId, onContent, () => remove([id]));
  };

  const run = async (id: string): Promise<End> => {
    const job = find(id);
    const controller = controllers.get(id);
    if (!job || !controller || controller.signal.aborted) {
      controllers.delete(id);
      return controller?.signal.reason instanceof UploadStopped ? 'stopped' : 'canceled';
    }
    change(id, { stage: 'upload' });
    try {
      const stored = await runUpload(deps, job.request, {
        signal: controller.signal,
        onChecking: () => change(id, { stage: 'checking' }),
        onBegun: (s3Key) => {
          change(id, { stage: 'upload', s3Key });
          onUnfinishedChange();
        },
        onProgress: ({ sentBytes, bytesPerSecond, secondsLeft }) =>
          change(id, { sentBytes, bytesPerSecond, secondsLeft }),
        onStored: () => change(id, { stage: 'saving', isStored: true, bytesPerSecond: null, secondsLeft: null }),
      });
      const { content } = stored;
      const known = stored.isOfFile(content);
      onContentChange();
      const wanted = job.request.content.status === 'published' && job.request.replaces === undefined;
      const awaitsReview = wanted && content.status === 'pending' && !content.publish_when_ready;
      change(id, {
        contentId: content.id,
        awaitsReview,
        stage: 'conversion',
        stagePercent: known ? content.conversion_progress : 0,
      });
      if (known && content.conversion_status === 'completed') change(id, { stage: 'complete' });
      else followConversion(id, stored, wanted);
      return 'uploaded';
    } catch (error) {
      if (controller.signal.aborted) {
        remove([id]);
        return controller.signal.reason instanceof UploadStopped ? 'stopped' : 'canceled';
      }
      change(id, { stage: 'failed', error: sentenceOf(error), bytesPerSecond: null, secondsLeft: null });
      return 'failed';
    } finally {
      controllers.delete(id);
      onUnfinishedChange();
    }
  };

  const successText = ([only]: readonly UploadJob[]): string => {
    const { toasts: texts } = uploadTexts;
    if (only?.request.replaces !== undefined) return texts.replaced;
    if (only?.awaitsReview) return texts.pending;
    if (only?.request.content.status === 'published')
      return only.stage === 'complete' ? texts.published : texts.publishesLater;
    return only?.request.content.status === 'pending' ? texts.pending : texts.draft;
  };

  const report = ({ uploaded, failed, canceled }: BatchOutcome) => {
    const { toasts: texts } = uploadTexts;
    const total = uploaded.length + failed.length;
    if (failed.length === 1 && total === 1) {
      const [job] = failed;
      const what = job?.isStored && job.request.replaces === undefined ? texts.addFailed : texts.failed.description;
      const description = `${what} ${job?.error ?? ''}`.trim();
      toasts.show({ title: texts.failed.title, description, variant: 'destructive' });
    } else if (failed.length > 0) {
      const names = failed.map(({ request }) => request.file.name);
      const title = uploaded.length === 0 ? texts.failed.title : texts.partly;
      toasts.show({ title, description: texts.batchPartly(uploaded.length, names), variant: 'destructive' });
    } else if (canceled) toasts.show(texts.canceled);
    else if (total > 1) toasts.show({ title: texts.added, description: texts.batch(total) });
    else if (total === 1)
      toasts.show({
        title: uploaded[0]?.request.replaces === undefined ? texts.success : texts.stored,
        description: successText(uploaded),
      });
  };

  const runBatch = async (ids: readonly string[]): Promise<BatchOutcome> => {
    const ends = new Map<string, { readonly end: End; readonly job: UploadJob | undefined }>();
    for (const id of ids) {
      const end = await run(id);
      ends.set(id, { end, job: find(id) });
    }
    const jobsOf = (wanted: End) => [...ends.values()].flatMap(({ end, job }) => (end === wanted && job ? [job] : []));
    const canceled = [...ends.values()].some(({ end }) => end === 'canceled');
    const outcome = { uploaded: jobsOf('uploaded'), failed: jobsOf('failed'), canceled };
    report(outcome);
    return outcome;
  };

  const enqueue = (ids: readonly string[]): Promise<BatchOutcome> => {
    for (const id of ids) controllers.set(id, new AbortController());
    const settled = queue.then(() => runBatch(ids));
    queue = settled;
    return settled;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    start: (requests) => {
      const jobs = requests.map((request) => newJob(`upload-${(counter += 1)}`, request));
      setJobs([...store.get(), ...jobs]);
      const ids = jobs.map(({ id }) => id);
      return { ids, settled: enqueue(ids) };
    },
    cancel: (ids) => {
      for (const job of store.get()) {
        if (!ids.includes(job.id) || !isCancellable(job)) continue;
        controllers.get(job.id)?.abort();
        if (job.stage === 'waiting') remove([job.id]);
      }
    },
    retry: (id) => {
      const job = find(id);
      if (job?.stage !== 'failed' || job.contentId !== null) return;
      setJobs(store.get().map((other) => (other.id === id ? newJob(id, job.request) : other)));
      void enqueue([id]);
    },
    stop: () => {
      for (const controller of controllers.values()) controller.abort(new UploadStopped());
      setJobs([]);
    },
    remove: (ids) => remove(store.get().flatMap((job) => (ids.includes(job.id) && !needsPage(job) ? [job.id] : []))),
  };
};
