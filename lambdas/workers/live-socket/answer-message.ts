import { LIVE_MESSAGE_BYTES, LiveRequest, type LiveMessage } from '../../contract/live/live-messages.ts';
import { changeTopics } from './change-topics.ts';
import type { SocketDeps } from './deps.ts';

/** Reads a message; undefined when it is none of the contract's. */
const parse = (body: string): LiveRequest | undefined => {
  try {
    return LiveRequest.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};

/** Answers one message of a client. `body` is undefined for a binary one. */
export const answerMessage = async (
  deps: SocketDeps,
  connectionId: string,
  body: string | undefined,
): Promise<void> => {
  const answer = async (...messages: readonly LiveMessage[]): Promise<void> => {
    for (const message of messages) {
      // Who left in the meantime needs no answer.
      if ((await deps.channels.post(connectionId, message)) === 'gone') return;
    }
  };
  if (body !== undefined && Buffer.byteLength(body) > LIVE_MESSAGE_BYTES)
    return answer({ type: 'error', code: 'too_large' });
  const request = body === undefined ? undefined : parse(body);
  if (!request) return answer({ type: 'error', code: 'malformed' });
  const connection = await deps.connections.get(connectionId, deps.now());
  if (!connection) {
    // It was closed for us, and only the gateway holds it open.
    deps.logger.warn('Closed a channel that is not known', { connectionId });
    await deps.channels.close(connectionId);
    return;
  }
  if (request.action === 'ping') return answer({ type: 'pong' });
  const changed = await changeTopics(deps, connection, request);
  if (changed)
    await answer(
      { type: 'subscribed', topics: [...changed.topics] },
      ...changed.refused.map((refusal) => ({ type: 'refused' as const, ...refusal })),
    );
};
