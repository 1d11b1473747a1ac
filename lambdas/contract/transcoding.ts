import * as z from 'zod/mini';
import { ConversionStatus } from './content-shapes.ts';
import { endpoint } from './endpoint.ts';
import { ContentId } from './shared.ts';

export const transcodingEndpoints = {
  'transcoding.aws-conversion-v3': endpoint({
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
};
