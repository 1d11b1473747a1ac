import type { AttemptRepository } from '../../data/attempt-repository.ts';
import type { ContentRecords } from '../../data/content-records.ts';
import type { ConversionRepository } from '../../data/conversion-repository.ts';
import type { UploadRepository } from '../../data/upload-repository.ts';
import type { StillStore } from '../../domain/content/still-store.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Converter } from '../../platform/converter.ts';

/** What the worker needs. */
export interface DeletionDeps {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly conversions: Pick<ConversionRepository, 'removeContent'>;
  readonly attempts: Pick<AttemptRepository, 'list' | 'remove'>;
  readonly uploads: Pick<UploadRepository, 'get' | 'remove'>;
  readonly converter: Pick<Converter, 'cancelJob'>;
  readonly stills: Pick<StillStore, 'forget'>;
  readonly dropUnfinished: (prefix: string) => Promise<void>;
  /** Remove all versions under a prefix and answer how many. */
  readonly removeSources: (prefix: string) => Promise<number>;
  readonly removeRenditions: (prefix: string) => Promise<number>;
  readonly logger: Logger;
}

/** Whether everything of this id may go: its content is marked as deleted, or its upload was given up and no content stands on it. */
const mayGo = async (deps: DeletionDeps, contentId: string): Promise<boolean> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (content) return content.deleted_at !== undefined;
  const upload = await deps.uploads.get(contentId);
  return upload === undefined || upload.state === 'aborted';
};

/**
 * Removes everything of a deleted content: its running job, renditions, public stills, source, attempts, upload (which gives its
 * storage back once), and last the content itself. Each step may be repeated, so a stop half-way is finished by the
 * event's next delivery; while the content stands, deleting it again sends that event anew.
 */
export const removeContent = async (deps: DeletionDeps, contentId: string): Promise<void> => {
  if (!(await mayGo(deps, contentId))) {
    deps.logger.warn('Deletion of something that is wanted was ignored', { contentId });
    return;
  }
  const attempts = await deps.attempts.list(contentId);
  for (const { job_id: jobId, finished_at: ended } of attempts) {
    if (jobId !== undefined && ended === undefined) await deps.converter.cancelJob(jobId);
  }
  await deps.dropUnfinished(`uploads/${contentId}/`);
  const sources = await deps.removeSources(`uploads/${contentId}/`);
  const renditions = await deps.removeRenditions(`media/${contentId}/`);
  const stills = await deps.removeRenditions(`posters/${contentId}/`);
  if (stills > 0) await deps.stills.forget(`/posters/${contentId}/*`, `${contentId}-deleted`);
  for (const attempt of attempts) await deps.attempts.remove(attempt);
  const upload = await deps.uploads.get(contentId);
  // A given-up upload without content is remembered for a while, so that giving it up again answers the same.
  if (upload && upload.state !== 'aborted') await deps.uploads.remove(contentId);
  await deps.conversions.removeContent(contentId);
  deps.logger.info('Content removed', { contentId, sources, renditions, stills });
};
