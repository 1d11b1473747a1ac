import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import type { StepView } from '../../../../../lambdas/contract/media/steps.ts';
import type { LiveTopics } from '../../../core/live/live-hub.ts';
import type { ToastStore } from '../../../core/toast/toast-store.ts';
import type { LeaveGuard } from '../../../lib/leave-guard.ts';
import { createConversionWatch, type ConversionWatch } from './conversion-watch.ts';
import { createJobList, type JobList } from './job-list.ts';
import { reportBatch } from '../batch/report-batch.ts';
import { analysisPercent } from '../rules.ts';
import { UploadStopped, runUpload } from './run-upload.ts';
import { uploadTexts } from '../texts.ts';
import type { BatchOutcome, StoredUpload, UploadDeps } from '../types.ts';
import { isCancellable, needsPage, newJob, type UploadJob, type UploadRequest } from './upload-job.ts';

export interface UploadManagerDeps extends UploadDeps {
  readonly toasts: Pick<ToastStore, 'show'>;
  readonly live: LiveTopics;
  readonly leaveGuard: LeaveGuard;
  /** Content was added or changed, so its lists are out of date. */
  readonly onContentChange: () => void;
  /** The list of unfinished uploads may be out of date. */
  readonly onUnfinishedChange: () => void;
}

/** All uploads of this page, one file at a time. Independent of React. */
export interface UploadManager {
  readonly get: () => readonly UploadJob[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Queues files. Resolves when each of them is stored, failed, or canceled; never rejects. */
  readonly start: (requests: readonly UploadRequest[]) => {
    readonly ids: readonly string[];
    readonly settled: Promise<BatchOutcome>;
  };
  /** Cancels jobs whose file is not stored yet. */
  readonly cancel: (ids: readonly string[]) => void;
  /** Retries a failed job, resuming where it stopped. */
  readonly retry: (id: string) => void;
  /** Removes ended jobs from the list. */
  readonly remove: (ids: readonly string[]) => void;
  /** Stops and removes all jobs. Multipart uploads can be resumed later. */
  readonly stop: () => void;
}

/** What the parts of a manager share. */
interface ManagerContext {
  readonly deps: UploadManagerDeps;
  readonly jobs: JobList;
  readonly watch: ConversionWatch;
  readonly controllers: Map<string, AbortController>;
}

/** `too late`: uploaded, because the user canceled it after the file had arrived. */
type End = 'uploaded' | 'too late' | 'failed' | 'canceled' | 'stopped';

/** The user-facing message of an upload error: an ApiError, a TransferError, or the error of a failed start. */
const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : uploadTexts.errors.unknown;

/** Whether a job ended because the user canceled it, or because all jobs were stopped. */
const interruptedBy = (signal: AbortSignal | undefined): End =>
  signal?.reason instanceof UploadStopped ? 'stopped' : 'canceled';

/** The CDN setup step of converted media. The server records its result, and logs a failure, which fails no upload. */
const setUpDelivery = ({ deps: { api, onContentChange } }: ManagerContext, contentId: string): Promise<void> =>
  api.call('delivery-tools.setup-cloudfront', { body: { contentId } }).then(onContentChange, () => undefined);

/** Follows the analysis of a converted file. The file is playable meanwhile, also if a step of the analysis fails. */
const followAnalysis = (context: ManagerContext, id: string, contentId: string): void => {
  const { deps, jobs, watch } = context;
  void setUpDelivery(context, contentId);
  const end = (): void => {
    jobs.update(id, { stage: 'complete' });
    deps.onContentChange();
  };
  jobs.update(id, { stage: 'processing', stagePercent: 0 });
  const onSteps = (steps: readonly StepView[]): boolean => {
    if (!jobs.find(id)) return false;
    const stagePercent = analysisPercent(steps);
    jobs.update(id, { stagePercent });
    if (stagePercent < 100) return true;
    end();
    return false;
  };
  watch.followSteps(contentId, onSteps, end);
};

/** Ends the job of a replacement that waits for review: its analysis begins once it is accepted. */
const endWaiting = ({ deps, jobs }: ManagerContext, id: string): void => {
  jobs.update(id, { stage: 'complete', awaitsReview: true });
  deps.onContentChange();
};

const isWaiting = ({ request }: UploadJob, content: ContentView): boolean =>
  request.replaces !== undefined && content.waiting_file !== null;

/** Follows the conversion of a stored file. Reports when the item is published, or that its new file waits. */
const followConversion = (
  context: ManagerContext,
  id: string,
  { content: { id: contentId }, isOfFile }: StoredUpload,
  publish: boolean,
) => {
  const { deps, jobs, watch } = context;
  const { toasts, onContentChange } = deps;
  const onContent = (content: ContentView): boolean => {
    const job = jobs.find(id);
    if (!job) return false;
    if (!isOfFile(content)) return true;
    if (content.conversion_status === 'failed') {
      const error = uploadTexts.errors.conversion(content.conversion_error ?? uploadTexts.errors.unknown);
      jobs.update(id, { stage: 'failed', error });
      toasts.show({ title: uploadTexts.toasts.conversionFailed, description: error, variant: 'destructive' });
      onContentChange();
      return false;
    }
    jobs.update(id, { stagePercent: content.conversion_progress });
    if (content.conversion_status !== 'completed') return true;
    if (isWaiting(job, content)) {
      endWaiting(context, id);
      toasts.show({ title: uploadTexts.toasts.stored, description: uploadTexts.toasts.replacementPending });
      return false;
    }
    followAnalysis(context, id, contentId);
    if (publish && content.status === 'published')
      toasts.show({ title: uploadTexts.toasts.success, description: uploadTexts.toasts.published });
    onContentChange();
    return false;
  };
  watch.follow(contentId, onContent, () => jobs.remove([id]));
};

/** Updates the job of a stored file and follows its conversion until it ends. */
const trackStored = (context: ManagerContext, job: UploadJob, stored: StoredUpload) => {
  const { id, request } = job;
  const { content } = stored;
  const isOfFile = stored.isOfFile(content);
  const publish = request.content.status === 'published' && request.replaces === undefined;
  context.jobs.update(id, {
    contentId: content.id,
    awaitsReview: publish && content.status === 'pending' && !content.publish_when_ready,
    stage: 'conversion',
    stagePercent: isOfFile ? content.conversion_progress : 0,
  });
  if (!isOfFile || content.conversion_status !== 'completed') followConversion(context, id, stored, publish);
  else if (isWaiting(job, content)) endWaiting(context, id);
  else followAnalysis(context, id, content.id);
};

const runJob = async (context: ManagerContext, id: string): Promise<End> => {
  const { deps, jobs, controllers } = context;
  const job = jobs.find(id);
  const controller = controllers.get(id);
  if (!job || !controller || controller.signal.aborted) {
    controllers.delete(id);
    return interruptedBy(controller?.signal);
  }
  jobs.update(id, { stage: 'upload' });
  try {
    const stored = await runUpload(deps, job.request, {
      signal: controller.signal,
      onChecking: () => jobs.update(id, { stage: 'checking' }),
      onStarted: (s3Key) => {
        jobs.update(id, { stage: 'upload', s3Key });
        deps.onUnfinishedChange();
      },
      onProgress: ({ sentBytes, bytesPerSecond, secondsLeft }) =>
        jobs.update(id, { sentBytes, bytesPerSecond, secondsLeft }),
      onStored: () => jobs.update(id, { stage: 'saving', isStored: true, bytesPerSecond: null, secondsLeft: null }),
    });
    deps.onContentChange();
    trackStored(context, job, stored);
    return controller.signal.aborted && interruptedBy(controller.signal) === 'canceled' ? 'too late' : 'uploaded';
  } catch (error) {
    if (controller.signal.aborted) {
      jobs.remove([id]);
      return interruptedBy(controller.signal);
    }
    jobs.update(id, { stage: 'failed', error: messageOf(error), bytesPerSecond: null, secondsLeft: null });
    return 'failed';
  } finally {
    controllers.delete(id);
    deps.onUnfinishedChange();
  }
};

const runBatch = async (context: ManagerContext, ids: readonly string[]): Promise<BatchOutcome> => {
  const ends = new Map<string, { readonly end: End; readonly job: UploadJob | undefined }>();
  for (const id of ids) {
    const end = await runJob(context, id);
    ends.set(id, { end, job: context.jobs.find(id) });
  }
  const jobsThat = (...ended: readonly End[]) =>
    [...ends.values()].flatMap(({ end, job }) => (ended.includes(end) && job ? [job] : []));
  const someThat = (ended: End) => [...ends.values()].some(({ end }) => end === ended);
  const outcome = {
    uploaded: jobsThat('uploaded', 'too late'),
    failed: jobsThat('failed'),
    canceled: someThat('canceled'),
    tooLate: someThat('too late'),
  };
  reportBatch(context.deps.toasts, outcome);
  return outcome;
};

/** Creates the upload manager of a page. */
export const createUploadManager = (deps: UploadManagerDeps): UploadManager => {
  const jobs = createJobList(deps.leaveGuard);
  const controllers = new Map<string, AbortController>();
  const context: ManagerContext = { deps, jobs, controllers, watch: createConversionWatch(deps) };
  let counter = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const enqueue = (ids: readonly string[]): Promise<BatchOutcome> => {
    for (const id of ids) controllers.set(id, new AbortController());
    const settled = queue.then(() => runBatch(context, ids));
    queue = settled;
    return settled;
  };

  return {
    get: jobs.get,
    subscribe: jobs.subscribe,
    start: (requests) => {
      const added = requests.map((request) => newJob(`upload-${(counter += 1)}`, request));
      jobs.set([...jobs.get(), ...added]);
      const ids = added.map(({ id }) => id);
      return { ids, settled: enqueue(ids) };
    },
    cancel: (ids) => {
      for (const job of jobs.get()) {
        if (!ids.includes(job.id) || !isCancellable(job)) continue;
        controllers.get(job.id)?.abort();
        if (job.stage === 'waiting') jobs.remove([job.id]);
      }
    },
    retry: (id) => {
      const failed = jobs.find(id);
      if (failed?.stage !== 'failed' || failed.contentId !== null) return;
      jobs.set(jobs.get().map((job) => (job.id === id ? newJob(id, failed.request) : job)));
      void enqueue([id]);
    },
    stop: () => {
      for (const controller of controllers.values()) controller.abort(new UploadStopped());
      jobs.set([]);
    },
    remove: (ids) =>
      jobs.remove(jobs.get().flatMap((job) => (ids.includes(job.id) && !needsPage(job) ? [job.id] : []))),
  };
};
