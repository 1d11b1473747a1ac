import * as z from 'zod/mini';

/**
 * What one may hear of: `catalog` (published content came, changed or went), `content` (any content, with the
 * progress of its conversion), `user:<id>` (a person's rights, plan and profile), `history:<id>` (what a person
 * watched) and `library:<id>` (a person's likes and playlists).
 */
export const LiveTopic = z
  .string()
  .check(z.regex(/^(?:catalog|content|(?:user|history|library):[0-9a-f-]{36})$/, 'Not a topic'));
export type LiveTopic = z.infer<typeof LiveTopic>;

/** Topics of one `subscribe` or `unsubscribe`, and at most as many of one connection. */
export const LIVE_TOPICS_MAX = 20;

/**
 * Bytes of a message that the server reads; a longer one is answered `too_large`. The gateway closes at 32 KB (status
 * 1009).
 */
export const LIVE_MESSAGE_BYTES = 4096;

/** Seconds that lie at least between two `changed` of one topic. */
export const LIVE_FLOOR_SECONDS = 5;

/**
 * Seconds between two `ping` of a client: the gateway closes a connection that is silent for ten minutes, and charges
 * for each message.
 */
export const LIVE_PING_SECONDS = 480;

// A topic's grammar is not checked here: an unknown one is refused by itself, the others of its message are not.
const Topics = z
  .array(z.string().check(z.minLength(1), z.maxLength(100)))
  .check(z.minLength(1), z.maxLength(LIVE_TOPICS_MAX));

/** What a client sends. */
export const LiveRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('subscribe'), topics: Topics }),
  z.strictObject({ action: z.literal('unsubscribe'), topics: Topics }),
  z.strictObject({ action: z.literal('ping') }),
]);
export type LiveRequest = z.infer<typeof LiveRequest>;

/** Why a topic is refused: no such topic, not for this person, or more than a connection may have. */
export const LiveRefusal = z.enum(['unknown_topic', 'forbidden', 'too_many_topics']);
export type LiveRefusal = z.infer<typeof LiveRefusal>;

/**
 * What the server sends. `subscribed` names every topic that the connection hears from now on, also after
 * `unsubscribe`; a `refused` follows for each topic that was refused. What changed before `subscribed` is not told:
 * read anew after it. `changed` carries no data: whoever hears it asks the API again, so that nothing leaks, order does
 * not matter, and one that is lost does no harm.
 */
export const LiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribed'), topics: z.array(LiveTopic) }),
  z.object({ type: z.literal('refused'), topic: z.string(), code: LiveRefusal }),
  z.object({ type: z.literal('changed'), topic: LiveTopic }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('error'), code: z.enum(['malformed', 'too_large']) }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;
