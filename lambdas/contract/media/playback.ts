import * as z from 'zod/mini';
import { ContentType } from '../content/content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { ContentId, PlayId } from '../shared.ts';

const FirstPaths = z.object({
  playlist: z.string(),
  init: z.string(),
  /** The first segment. */
  segment: z.string(),
});

/** Same-origin paths of the files for the first seconds of playback, so that a player can request them all at once. */
export const Preload = z.object({
  /** The renditions for adaptive playback, lowest first. `bandwidth` is in bits per second and includes the audio. */
  rungs: z.array(z.extend(FirstPaths, { bandwidth: z.number() })),
  /** The audio of a video; null for music. */
  audio: z.nullable(FirstPaths),
});
export type Preload = z.infer<typeof Preload>;

/** The media URLs of a content item. The response also sets signed cookies for the folders that the plan includes. */
export const MediaUrl = z.object({
  success: z.literal(true),
  type: ContentType,
  /** Same-origin path of the multivariant playlist. */
  url: z.string(),
  /** Same-origin path of the storyboard's WebVTT file, readable with the same cookies. Null when there is none. */
  storyboard_url: z.nullable(z.string()),
  /** Files to fetch together with `url`, with the same cookies. Null when they are not known in advance. */
  preload: z.nullable(Preload),
  /** Lifetime of the cookies in seconds. Renew them at 80 %. */
  expires_in: z.number(),
  /** Id of this play. Send it 10 s after the start, or at the end of a shorter title, to count the view. */
  play_id: PlayId,
  /** Whether the player may report the quality of this play, with the user's consent. Missing: no. */
  measured: z.optional(z.boolean()),
});
export type MediaUrl = z.infer<typeof MediaUrl>;

export const playbackEndpoints = {
  'playback.get-media-url': endpoint({
    method: 'POST',
    path: '/api/functions/get-media-url',
    auth: 'user',
    summary: 'Checks the entitlement, returns the manifest URL and sets path-scoped cookies.',
    body: z.strictObject({
      contentId: ContentId,
      /** Set to renew the cookies of this play. */
      playId: z.optional(PlayId),
      /** Prepares a play that may never begin. It counts nowhere until a call with its `playId` renews its cookies. */
      ahead: z.optional(z.boolean()),
      /** Plays the replacement that waits for review instead of the current file. For staff. */
      waiting: z.optional(z.boolean()),
    }),
    responses: { 200: MediaUrl },
    errors: ['content_not_found', 'media_not_available', 'plan_required'],
  }),
  'playback.count-view': endpoint({
    method: 'POST',
    path: '/api/content/{id}/views',
    auth: 'user',
    summary:
      'Counts the view of a play, 10 s after its start or at the end of a shorter title. ' +
      "A user's plays of an item count once a day.",
    params: z.strictObject({ id: ContentId }),
    body: z.strictObject({ play_id: PlayId }),
    responses: { 200: z.object({ counted: z.boolean() }) },
    errors: ['content_not_found', 'invalid_state'],
  }),
};
