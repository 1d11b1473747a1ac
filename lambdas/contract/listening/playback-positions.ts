import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { QUEUE_MAX } from './history-rules.ts';
import { SavedCard } from './library.ts';
import { ContentId, Timestamp } from '../shared.ts';

const Id = z.string().check(z.regex(/^[0-9a-zA-Z-]{8,64}$/, 'Not an id of a device'));
const seconds = z.number().check(z.minimum(0), z.maximum(1_000_000));
const version = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/**
 * A browser of a person: the id that it made for itself, and what people call it ("Chrome on Windows"), in letters,
 * digits and what stands between them.
 */
export const Device = z.strictObject({
  id: Id,
  label: z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} .,()+-]{0,59}$/u, 'Not the name of a device')),
});
export type Device = z.infer<typeof Device>;

/**
 * On what a write stands, so that an older one never wins. `base_version` is the version that the writer knew, 0 for
 * none. `writer` and `number` put the writes of one loaded page in order, so that one whose answer was lost or is on
 * its way does not hold up the next.
 */
const stamp = {
  device: Device,
  base_version: version,
  writer: Id,
  number: z.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
};

/** Where somebody left a content. */
export const PlaybackPosition = z.object({
  content_id: ContentId,
  position_seconds: z.number(),
  duration_seconds: z.number(),
  /** It was seen to the end, and begins anew. */
  finished: z.boolean(),
  device: Device,
  updated_at: Timestamp,
  /** Given out by the server; rises with every write. Send it back with the next one. */
  version: z.number(),
});
export type PlaybackPosition = z.infer<typeof PlaybackPosition>;

/** What the player of a person held last. */
export const SavedQueue = z.object({
  /** Everything in its order; a content may stand in it twice. Empty: the player was closed. */
  content_ids: z.array(ContentId),
  /** Which of them played. */
  index: z.number(),
  position_seconds: z.number(),
  device: Device,
  updated_at: Timestamp,
  version: z.number(),
});
export type SavedQueue = z.infer<typeof SavedQueue>;

/** What stands there instead of what a stale writer wanted to write; null: nothing any more. */
const conflictOf = <S extends z.ZodMiniType>(current: S) =>
  z.object({ code: z.literal('version_conflict'), current: z.nullable(current) });

const content = z.strictObject({ contentId: ContentId });

/** Places in contents, and the queue. */
export const playbackPositionEndpoints = {
  'history.list-positions': endpoint({
    method: 'GET',
    path: '/api/playback-positions',
    auth: 'user',
    summary: 'Where the signed-in person left contents that are not finished, 500 at most.',
    responses: {
      200: z.object({
        items: z.array(z.pick(PlaybackPosition, { content_id: true, position_seconds: true, duration_seconds: true })),
      }),
    },
    errors: [],
  }),
  'history.get-position': endpoint({
    method: 'GET',
    path: '/api/playback-positions/{contentId}',
    auth: 'user',
    summary: 'Where the signed-in person left a content; null when nothing is known.',
    params: content,
    responses: { 200: z.object({ position: z.nullable(PlaybackPosition) }) },
    errors: ['content_not_found'],
  }),
  'history.save-position': endpoint({
    method: 'PUT',
    path: '/api/playback-positions/{contentId}',
    auth: 'user',
    summary:
      'Notes where the signed-in person is in a content. 409 with what stands there when somebody else wrote since; 204 while the history is paused: nothing is noted.',
    params: content,
    body: z.strictObject({ position_seconds: seconds, duration_seconds: seconds, ...stamp }),
    responses: { 200: z.object({ position: PlaybackPosition }), 204: null, 409: conflictOf(PlaybackPosition) },
    errors: ['content_not_found'],
  }),
  'history.get-queue': endpoint({
    method: 'GET',
    path: '/api/queue',
    auth: 'user',
    summary:
      'What the player of the signed-in person held last, with the contents around what played, or from `from` on; those that are not published are left out.',
    query: z.strictObject({ from: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(QUEUE_MAX))) }),
    responses: { 200: z.object({ queue: z.nullable(SavedQueue), contents: z.array(SavedCard) }) },
    errors: [],
  }),
  'history.save-queue': endpoint({
    method: 'PUT',
    path: '/api/queue',
    auth: 'user',
    summary:
      'Notes what the player holds. 409 with what stands there when somebody else wrote since; 204 while the history is paused: nothing is noted.',
    body: z.strictObject({
      content_ids: z.array(ContentId).check(z.maxLength(QUEUE_MAX)),
      index: z.number().check(z.int(), z.minimum(0), z.maximum(QUEUE_MAX - 1)),
      position_seconds: seconds,
      ...stamp,
    }),
    responses: { 200: z.object({ queue: SavedQueue }), 204: null, 409: conflictOf(SavedQueue) },
    errors: [],
  }),
};
