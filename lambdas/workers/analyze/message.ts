import * as z from 'zod/mini';
import type { StepRunIds } from '../../domain/pipeline/step-run.ts';
import { EVENT_SOURCE, appEvents } from '../../events/app-events.ts';

const StepRequested = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('StepRequested.v1'),
  detail: appEvents['StepRequested.v1'],
});

/** Reads the requested run. @throws ZodError for another event */
export const parseMessage = (body: unknown): StepRunIds => {
  const { contentId, versionId, attempt, step, run } = StepRequested.parse(body).detail;
  return { content_id: contentId, version_id: versionId, attempt, step, run };
};
