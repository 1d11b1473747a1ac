import * as z from 'zod/mini';
import { ContentType } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { ContentId, PlayId } from '../shared.ts';

const FirstPaths = z.object({ playlist: z.string(), init: z.string(), /** The first one. */ segment: z.string() });

/** Same-origin paths of what a player needs for the first seconds, so that it can ask for all of it at once. */
export const Preload = z.object({
  /** What adaptive playing chooses from, lowest first; `bandwidth` in bits per second, sound included. */
  rungs: z.array(z.extend(FirstPaths, { bandwidth: z.number() })),
  /** The sound of a video. */
  audio: z.nullable(FirstPaths),
});
export type Preload = z.infer<typeof Preload>;

/** Where a content plays from. The answer also sets the signed cookies of the folders that the viewer's plan opens. */
export const MediaUrl = z.object({
  success: z.literal(true),
  type: ContentType,
  /** Same-origin path of the multivariant playlist. */
  url: z.string(),
  /** Same-origin path of the storyboard's WebVTT, which the same cookies open; null when there is none. */
  storyboard_url: z.nullable(z.string()),
  /** What to fetch beside `url`, under the same cookies; null when it is not known beforehand. */
  preload: z.nullable(Preload),
  /** Seconds that the cookies hold; renew at 80 %. */
  expires_in: z.number(),
  /** Names this play; send it with the view after 10 s. */
  play_id: PlayId,
});
export type MediaUrl = z.infer<typeof MediaUrl>;

export const playbackEndpoints = {
  'playback.get-media-url': endpoint({
    method: 'POST',
    path: '/api/functions/get-media-url',
    auth: 'user',
    summary: 'Checks the entitlement, answers the manifest and sets path-scoped cookies.',
    body: z.strictObject({
      contentId: ContentId,
      /** The play whose cookies are renewed. */ playId: z.optional(PlayId),
    }),
    responses: { 200: MediaUrl },
    errors: ['content_not_found', 'media_not_available', 'plan_required'],
  }),
  'playback.count-view': endpoint({
    method: 'POST',
    path: '/api/content/{id}/views',
    auth: 'user',
    summary: 'Counts a play once, 10 s after it began.',
    params: z.strictObject({ id: ContentId }),
    body: z.strictObject({ play_id: PlayId }),
    responses: { 200: z.object({ counted: z.boolean() }) },
    errors: ['content_not_found', 'invalid_state'],
  }),
};
