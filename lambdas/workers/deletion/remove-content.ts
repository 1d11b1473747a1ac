import type { RemovalPart } from '../../contract/content-shapes.ts';
import type { AttemptRepository } from '../../data/attempt-repository.ts';
import type { ContentRecords } from '../../data/content-records.ts';
import type { ConversionRepository } from '../../data/conversion-repository.ts';
import type { RemovalRepository } from '../../data/removal-repository.ts';
import type { UploadRepository } from '../../data/upload-repository.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
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
  readonly removals: Pick<RemovalRepository, 'noteFailure'>;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Whether everything of this id may go: its content is marked as deleted, or its upload was given up and no content stands on it. */
const mayGo = async (deps: DeletionDeps, contentId: string, content: Content | undefined): Promise<boolean> => {
  if (content) return content.deleted_at !== undefined;
  const upload = await deps.uploads.get(contentId);
  return upload === undefined || upload.state === 'aborted';
};

type Work = readonly [part: RemovalPart, remove: () => Promise<void>];

/** What lies outside of the table. Each part may be removed without the others, and again. */
const storedParts = (deps: DeletionDeps, contentId: string, content: Content | undefined, attempts: readonly Attempt[]): readonly Work[] => [
  ['conversion', async () => {
    for (const { job_id: jobId, finished_at: ended } of attempts) {
      if (jobId !== undefined && ended === undefined) await deps.converter.cancelJob(jobId);
    }
  }],
  ['source', async () => {
    await deps.dropUnfinished(`uploads/${contentId}/`);
    await deps.removeSources(`uploads/${contentId}/`);
  }],
  ['renditions', async () => {
    await deps.removeRenditions(`media/${contentId}/`);
  }],
  ['posters', async () => {
    const stills = await deps.removeRenditions(`posters/${contentId}/`);
    // A try before may have removed them without telling the CDN.
    if (stills > 0 || content?.public_stills_versions.length) await deps.stills.forget(`/posters/${contentId}/*`, `${contentId}-deleted`);
  }],
];

const recordsOf = (deps: DeletionDeps, contentId: string, attempts: readonly Attempt[]): Work => ['records', async () => {
  for (const attempt of attempts) await deps.attempts.remove(attempt);
  const upload = await deps.uploads.get(contentId);
  // A given-up upload without content is remembered for a while, so that giving it up again answers the same.
  if (upload && upload.state !== 'aborted') await deps.uploads.remove(contentId);
  await deps.conversions.removeContent(contentId);
}];

/** Does each part of the work, whatever becomes of the others. Answers what failed. */
const removeEach = async (deps: DeletionDeps, contentId: string, work: readonly Work[]): Promise<readonly RemovalPart[]> => {
  const left: RemovalPart[] = [];
  for (const [part, remove] of work) {
    await remove().catch((error: unknown) => {
      left.push(part);
      deps.logger.error('A part of a deleted content was not removed', { contentId, part }, error);
    });
  }
  return left;
};

/**
 * Removes everything of a deleted content: its running job, source, renditions, public stills, and once nothing of that is left its
 * records: attempts, upload (which gives its storage back once), and last the content itself. What cannot be removed keeps nothing else from
 * going; it is said on the content, and the event's next delivery, or the sweeper, tries again.
 */
export const removeContent = async (deps: DeletionDeps, contentId: string): Promise<void> => {
  const content = await deps.content.get(contentId, { consistent: true });
  if (!(await mayGo(deps, contentId, content))) {
    deps.logger.warn('Deletion of something that is wanted was ignored', { contentId });
    return;
  }
  const attempts = await deps.attempts.list(contentId);
  const stored = await removeEach(deps, contentId, storedParts(deps, contentId, content, attempts));
  const left = stored.length > 0 ? stored : await removeEach(deps, contentId, [recordsOf(deps, contentId, attempts)]);
  if (left.length > 0) {
    await deps.removals.noteFailure(contentId, left, new Date(deps.now()).toISOString());
    throw new Error(`Not removed: ${left.join(', ')}`);
  }
  deps.logger.info('Content removed', { contentId });
};
