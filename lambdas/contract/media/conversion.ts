import * as z from 'zod/mini';
import { ConversionStatus } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { ContentId } from '../shared.ts';
import { StepName, StepView } from './steps.ts';

const Steps = z.object({
  content_id: ContentId,
  /** In processing order. */
  steps: z.array(StepView),
});

export const conversionEndpoints = {
  'conversion.aws-conversion-v3': endpoint({
    method: 'POST',
    path: '/api/functions/aws-conversion-v3',
    auth: 'admin',
    summary:
      'Ensures that a conversion attempt exists. `restart` starts a new attempt that supersedes the current one.',
    body: z.strictObject({
      contentId: ContentId,
      /** Starts a new attempt even if one exists (restart and force convert). */
      restart: z._default(z.boolean(), false),
      /** Accepted for callers that follow the specification, but ignored: the server determines these values itself. */
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
  'conversion.cancel': endpoint({
    method: 'POST',
    path: '/api/content/{id}/conversion/cancel',
    auth: 'admin',
    summary: 'Cancels the running conversion of a content item. Repeating the call cancels its job again.',
    params: z.strictObject({ id: ContentId }),
    /** The item's state afterwards: `failed`, with the cancellation as its reason. */
    responses: { 200: z.object({ content_id: ContentId, conversion_status: ConversionStatus }) },
    errors: ['content_not_found', 'invalid_state'],
  }),
  'conversion.list-steps': endpoint({
    method: 'GET',
    path: '/api/content/{id}/steps',
    auth: 'moderator',
    summary:
      'Lists the processing steps of a content item or of a rejected upload. Moderators can read only pending items.',
    params: z.strictObject({ id: ContentId }),
    responses: { 200: Steps },
    errors: ['content_not_found'],
  }),
  'conversion.run-step': endpoint({
    method: 'POST',
    path: '/api/content/{id}/steps/{step}',
    auth: 'admin',
    summary:
      'Runs a step again. `ready` rewrites the playlists; other steps start a new attempt. `runs` lists all steps run.',
    params: z.strictObject({ id: ContentId, step: StepName }),
    responses: { 202: z.object({ ...Steps.shape, runs: z.array(StepName) }) },
    errors: ['content_not_found', 'step_not_found', 'invalid_state'],
  }),
};
