import type { RemovalPart } from '../../contract/content/content-shapes.ts';
import type { Content } from '../../domain/content/content.ts';
import { jobsOf } from '../../domain/analysis/speech.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { analysisPrefix, captionsPrefix } from '../../domain/media/layout.ts';
import type { DeletionDeps } from './deps.ts';

/** A part of a content item, and the function that removes it. */
export type PartRemoval = readonly [part: RemovalPart, remove: () => Promise<void>];

/** The parts outside of the table. Each can be removed on its own, and again. */
export const storedParts = (
  deps: DeletionDeps,
  contentId: string,
  content: Content | undefined,
  attempts: readonly Attempt[],
): readonly PartRemoval[] => [
  [
    'conversion',
    async () => {
      for (const { job_id: jobId, finished_at: ended } of attempts) {
        if (jobId !== undefined && ended === undefined) await deps.converter.cancelJob(jobId);
      }
    },
  ],
  [
    'transcription',
    async () => {
      // Of a job that still runs, the worker of the speech step deletes the record when it ends.
      for (const name of jobsOf(deps.stage, await deps.steps.list(contentId))) await deps.transcriber.remove(name);
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
      await deps.removeRenditions(`${analysisPrefix(contentId)}/`);
    },
  ],
  [
    'posters',
    async () => {
      const stills = await deps.removeRenditions(`posters/${contentId}/`);
      // An earlier attempt can have removed them without invalidating the CDN.
      if (stills > 0 || content?.public_stills_versions.length)
        await deps.stills.forget(`/posters/${contentId}/*`, `${contentId}-deleted`);
    },
  ],
];
