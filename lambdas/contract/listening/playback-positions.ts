import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { QUEUE_MAX } from './history-rules.ts';
import { SavedCard } from './library.ts';
import { NO_WORD, wellFormed } from '../portable-text.ts';
import { ContentId, Timestamp } from '../shared.ts';

const Id = z.string().check(z.regex(/^[0-9a-zA-Z-]{8,64}$/, 'Must be a device id'));
/** Starts with a letter or digit. Then spaces and the characters `.,()+-` are allowed too. */
const DEVICE_LABEL = new RegExp(`^[^${NO_WORD}](?:[^${NO_WORD}]|[ .,()+-]){0,59}$`);
const seconds = z.number().check(z.minimum(0), z.maximum(1_000_000));
const version = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/**
 * A user's browser: an id that it generates, and a label such as "Chrome on Windows" (letters, digits and common
 * punctuation).
 */
export const Device = z.strictObject({
  id: Id,
  label: z.string().check(z.regex(DEVICE_LABEL, 'Must be a device name'), wellFormed),
});
export type Device = z.infer<typeof Device>;

/**
 * What a write is based on, so that an older write never wins. `base_version` is the version that the writer last saw,
 * 0 for none. `writer` and `number` order the writes of one loaded page, so that a write whose response is late or lost
 * does not block the next one.
 */
const stamp = {
  device: Device,
  base_version: version,
  writer: Id,
  number: z.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
};

/** Where a user stopped playing a content item. */
export const PlaybackPosition = z.object({
  content_id: ContentId,
  position_seconds: z.number(),
  duration_seconds: z.number(),
  /** Played to the end; the next play starts from the beginning. */
  finished: z.boolean(),
  device: Device,
  updated_at: Timestamp,
  /** Assigned by the server; increases with every write. Send it with the next write. */
  version: z.number(),
});
export type PlaybackPosition = z.infer<typeof PlaybackPosition>;

/** The last queue of a user's player. */
export const SavedQueue = z.object({
  /** All entries in order; an item can appear more than once. Empty when the player was closed. */
  content_ids: z.array(ContentId),
  /** Index of the current entry. */
  index: z.number(),
  position_seconds: z.number(),
  device: Device,
  updated_at: Timestamp,
  version: z.number(),
});
export type SavedQueue = z.infer<typeof SavedQueue>;

/**
 * Whether this write is stored. Otherwise another page wrote first, and the stored value is returned, null when it no
 * longer exists. With two tabs or devices this is ordinary, so it is no error: browsers log every 4xx response.
 */
const saved = z.boolean();

const content = z.strictObject({ contentId: ContentId });

/** Playback positions and the queue. */
export const playbackPositionEndpoints = {
  'history.list-positions': endpoint({
    method: 'GET',
    path: '/api/playback-positions',
    auth: 'user',
    summary: "Lists the current user's playback positions in unfinished content items, up to 500.",
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
    summary: "Returns the current user's playback position in a content item, or null if there is none.",
    params: content,
    responses: { 200: z.object({ position: z.nullable(PlaybackPosition) }) },
    errors: ['content_not_found'],
  }),
  'history.save-position': endpoint({
    method: 'PUT',
    path: '/api/playback-positions/{contentId}',
    auth: 'user',
    summary: "Saves the current user's playback position, unless the stored one is newer. Returns 204 while paused.",
    params: content,
    body: z.strictObject({ position_seconds: seconds, duration_seconds: seconds, ...stamp }),
    responses: { 200: z.object({ saved, position: z.nullable(PlaybackPosition) }), 204: null },
    errors: ['content_not_found'],
  }),
  'history.get-queue': endpoint({
    method: 'GET',
    path: '/api/queue',
    auth: 'user',
    summary:
      "Returns the current user's last queue, with its published items around the current entry or starting at `from`.",
    query: z.strictObject({ from: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(QUEUE_MAX))) }),
    responses: { 200: z.object({ queue: z.nullable(SavedQueue), items: z.array(SavedCard) }) },
    errors: [],
  }),
  'history.save-queue': endpoint({
    method: 'PUT',
    path: '/api/queue',
    auth: 'user',
    summary: "Saves the current user's queue, unless the stored one is newer. Returns 204 while paused.",
    body: z.strictObject({
      content_ids: z.array(ContentId).check(z.maxLength(QUEUE_MAX)),
      index: z.number().check(z.int(), z.minimum(0), z.maximum(QUEUE_MAX - 1)),
      position_seconds: seconds,
      ...stamp,
    }),
    responses: { 200: z.object({ saved, queue: z.nullable(SavedQueue) }), 204: null },
    errors: [],
  }),
};
