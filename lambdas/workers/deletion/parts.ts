import type { RemovalPart } from '../../contract/content/content-shapes.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { captionsPrefix } from '../../domain/media/layout.ts';
import type { DeletionDeps } from './deps.ts';

/** A part of a content, and its removal. */
export type Work = readonly [part: RemovalPart, remove: () => Promise<void>];

/** What lies outside of the table. Each part may be removed without the others, and again. */
export const storedParts = (
  deps: DeletionDeps,
  contentId: string,
  content: Content | undefined,
  attempts: readonly Attempt[],
): readonly Work[] => [
  [
    'conversion',
    async () => {
      for (const { job_id: jobId, finished_at: ended } of attempts) {
        if (jobId !== undefined && ended === undefined) await deps.converter.cancelJob(jobId);
      }
    },
  ],
  [
    'source',
    async () => {
      await deps.dropUnfinished(`uploads/${contentId}/`);
      await deps.removeSources(`uploads/${contentId}/`);
    },
  ],
  [
    'renditions',
    async () => {
      await deps.removeRenditions(`media/${contentId}/`);
      await deps.removeRenditions(`${captionsPrefix(contentId)}/`);
    },
  ],
  [
    'posters',
    async () => {
      const stills = await deps.removeRenditions(`posters/${contentId}/`);
      // A try before may have removed them without telling the CDN.
      if (stills > 0 || content?.public_stills_versions.length)
        await deps.stills.forget(`/posters/${contentId}/*`, `${contentId}-deleted`);
    },
  ],
];

/** What the table holds of it; the content comes last, so that an unfinished removal is still known. */
export const recordsOf = (deps: DeletionDeps, contentId: string, attempts: readonly Attempt[]): Work => [
  'records',
  async () => {
    for (const attempt of attempts) await deps.attempts.remove(attempt);
    await deps.steps.removeAll(contentId);
    for (const upload of await deps.uploads.list(contentId)) {
      // A given-up upload without content is remembered for a while, so that giving it up again answers the same.
      if (upload.replacement || upload.state !== 'aborted') await deps.uploads.remove(upload);
    }
    await deps.leftovers.remove(contentId);
    await deps.conversions.removeContent(contentId);
  },
];
