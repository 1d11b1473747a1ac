import * as z from 'zod/mini';
import { ConversionStatus } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { ContentId } from '../shared.ts';
import { StepName, StepView } from './steps.ts';

const Steps = z.object({
  content_id: ContentId,
  /** In the order in which they happen. */
  steps: z.array(StepView),
});

export const conversionEndpoints = {
  'conversion.aws-conversion-v3': endpoint({
    method: 'POST',
    path: '/api/functions/aws-conversion-v3',
    auth: 'admin',
    summary: 'Makes sure that a conversion attempt exists; `restart` starts a new one that supersedes the running one.',
    body: z.strictObject({
      contentId: ContentId,
      /** Starts a new attempt although one exists (restart and force convert). */
      restart: z._default(z.boolean(), false),
      /** Accepted for the specification's callers and without effect: the server knows them better. */
      videoUrl: z.optional(z.string()),
      originalFormat: z.optional(z.string()),
      targetFormat: z.optional(z.string()),
      userTier: z.optional(z.string()),
      setupCDN: z.optional(z.boolean()),
    }),
    responses: {
      200: z.object({ success: z.literal(true), contentId: ContentId, conversion_status: ConversionStatus }),
    },
    errors: ['content_not_found', 'invalid_state'],
  }),
  'conversion.list-steps': endpoint({
    method: 'GET',
    path: '/api/content/{id}/steps',
    auth: 'moderator',
    summary:
      'What happened to the file of a content, or of an upload that was refused before it became one, step by step. Moderators ask it of what is pending.',
    params: z.strictObject({ id: ContentId }),
    responses: { 200: Steps },
    errors: ['content_not_found'],
  }),
  'conversion.run-step': endpoint({
    method: 'POST',
    path: '/api/content/{id}/steps/{step}',
    auth: 'admin',
    summary:
      'Runs a step again. `ready` writes the playlists anew; every other one needs a new attempt, in which all of them run: `runs` names them.',
    params: z.strictObject({ id: ContentId, step: StepName }),
    responses: { 202: z.object({ ...Steps.shape, runs: z.array(StepName) }) },
    errors: ['content_not_found', 'invalid_state'],
  }),
};
