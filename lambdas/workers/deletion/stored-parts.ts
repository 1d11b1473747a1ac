import type { Content } from '../../domain/content/content.ts';
import { jobsOf } from '../../domain/analysis/speech.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { deliveredParts } from './delivered-parts.ts';
import type { DeletionDeps, PartRemoval } from './deps.ts';

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
  ...deliveredParts(deps, contentId, content),
];
