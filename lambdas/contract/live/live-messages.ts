import * as z from 'zod/mini';

const TOPIC = new RegExp(
  '^(?:catalog|content|moderation|security|(?:user|history|library):[0-9a-f-]{36}|' +
    'transcript:cnt_[0-7][0-9A-HJKMNP-TV-Z]{25})$',
);

/**
 * A topic to subscribe to: `catalog` (published content was added, changed or removed), `content` (any content,
 * including conversion progress), `moderation` (reported and hidden playlists), `security` (security events, alerts and
 * responses), `user:<id>` (a user's role, plan, subscription and profile), `history:<id>` (a user's watch history),
 * `library:<id>` (a user's likes and playlists) or `transcript:<id>` (the transcript of a content item).
 */
export const LiveTopic = z.string().check(z.regex(TOPIC, 'Must be a topic'));
export type LiveTopic = z.infer<typeof LiveTopic>;

/** Maximum number of topics in one `subscribe` or `unsubscribe`, and per connection. */
export const LIVE_TOPICS_MAX = 20;

/**
 * Maximum size of a client's message in bytes. The server returns `too_large` to a longer one. The gateway closes the
 * connection at 32 KB (status 1009).
 */
export const LIVE_MESSAGE_BYTES = 4096;

/** Minimum number of seconds between two `changed` messages of a topic. */
export const LIVE_FLOOR_SECONDS = 5;

/**
 * Seconds between two `ping` messages of a client. The gateway closes a connection after ten minutes without a message,
 * and charges for every message. A connection that sends no ping for eleven minutes counts as closed.
 */
export const LIVE_PING_SECONDS = 480;

// The schema does not check the topic names: an unknown topic is denied without failing the rest of the message.
const Topics = z
  .array(z.string().check(z.minLength(1), z.maxLength(100)))
  .check(z.minLength(1), z.maxLength(LIVE_TOPICS_MAX));

/** A message from the client. */
export const LiveRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('subscribe'), topics: Topics }),
  z.strictObject({ action: z.literal('unsubscribe'), topics: Topics }),
  z.strictObject({ action: z.literal('ping') }),
]);
export type LiveRequest = z.infer<typeof LiveRequest>;

/** Why a topic is denied: it does not exist, the user has no access, or the connection has too many topics. */
export const LiveDenial = z.enum(['unknown_topic', 'forbidden', 'too_many_topics']);
export type LiveDenial = z.infer<typeof LiveDenial>;

/**
 * A message from the server. `subscribed` lists all topics of the connection, also after `unsubscribe`. A `denied`
 * message follows for each denied topic. Earlier changes are not reported, so read the data again after `subscribed`.
 * `changed` carries no data; clients ask the API again. So nothing leaks, the order does not matter, and a lost message
 * does no harm. `session-ended` is the last message before the server closes the channel of a session that was ended or
 * expired, or of an account that was disabled.
 */
export const LiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribed'), topics: z.array(LiveTopic) }),
  z.object({ type: z.literal('denied'), topic: z.string(), code: LiveDenial }),
  z.object({ type: z.literal('changed'), topic: LiveTopic }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('session-ended'), reason: z.enum(['ended', 'expired', 'disabled']) }),
  z.object({ type: z.literal('error'), code: z.enum(['malformed', 'too_large']) }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;
