import { LIVE_MESSAGE_BYTES, LiveRequest, type LiveMessage } from '../../contract/live/live-messages.ts';
import { liveMessages } from '../../domain/limits/rate-limit.ts';
import { closingOf } from '../../domain/live/topics.ts';
import { changeTopics } from './change-topics.ts';
import { closeChannel } from './close-channel.ts';
import type { SocketDeps } from './deps.ts';

/** Parses a message. Undefined when it is invalid. */
const parse = (body: string): LiveRequest | undefined => {
  try {
    return LiveRequest.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};

/**
 * Handles one message of a client. Closes the channel of a user who sends too many, and with the next ping that of a
 * session that expired unnoticed. `body` is undefined for a binary message.
 */
export const answerMessage = async (
  deps: SocketDeps,
  connectionId: string,
  body: string | undefined,
): Promise<void> => {
  const reply = async (...messages: readonly LiveMessage[]): Promise<void> => {
    for (const message of messages) {
      // A closed connection needs no response.
      if ((await deps.channels.post(connectionId, message)) === 'gone') return;
    }
  };
  const connection = await deps.connections.get(connectionId, deps.now());
  if (!connection) {
    // We have forgotten this connection, but the gateway still has it open.
    deps.logger.warn('Closed an unknown channel', { connectionId });
    await deps.channels.close(connectionId);
    return;
  }
  // Every message counts, invalid ones too, before it is parsed.
  if ((await deps.counters.take(liveMessages, connection.user_id, deps.now())) !== undefined) {
    deps.logger.warn('Closed a channel with too many messages', { connectionId });
    await deps.channels.close(connectionId);
    return deps.connections.forget(connectionId);
  }
  const isLarge = body !== undefined && Buffer.byteLength(body) > LIVE_MESSAGE_BYTES;
  if (isLarge) return reply({ type: 'error', code: 'too_large' });
  const request = body === undefined ? undefined : parse(body);
  if (!request) return reply({ type: 'error', code: 'malformed' });
  if (request.action === 'ping') {
    const closing = closingOf(connection, await deps.readAccess(connection.user_id), deps.now());
    if (closing) return closeChannel(deps, connection, closing);
    await deps.connections.keepAlive(connection, deps.now());
    return reply({ type: 'pong' });
  }
  const changed = await changeTopics(deps, connection, request);
  if (!changed) return;
  const denials = changed.denied.map((denial) => ({ type: 'denied' as const, ...denial }));
  await reply({ type: 'subscribed', topics: [...changed.topics] }, ...denials);
};
