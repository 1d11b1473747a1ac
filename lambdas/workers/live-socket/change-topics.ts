import { optimistic, RETRY } from '../../domain/optimistic.ts';
import type { LiveRequest, LiveTopic } from '../../contract/live/live-messages.ts';
import { checkTopics, type LiveConnection, type DeniedTopic } from '../../domain/live/connection.ts';
import { closingOf } from '../../domain/live/topics.ts';
import { closeChannel } from './close-channel.ts';
import type { SocketDeps } from './deps.ts';

type TopicRequest = Exclude<LiveRequest, { action: 'ping' }>;

/**
 * Changes the topics of a connection, within the user's current rights. Returns its topics and the denied ones, or
 * undefined when the connection was closed.
 */
export const changeTopics = async (
  deps: SocketDeps,
  first: LiveConnection,
  { action, topics: named }: TopicRequest,
): Promise<{ readonly topics: readonly LiveTopic[]; readonly denied: readonly DeniedTopic[] } | undefined> => {
  const { user_id: userId, connection_id: id } = first;
  const rights = await deps.readAccess(userId);
  const closing = closingOf(first, rights, deps.now());
  if (!rights || closing) return closeChannel(deps, first, closing ?? 'rights');
  const { role } = rights;
  let connection: LiveConnection | undefined = first;
  return optimistic(async () => {
    if (!connection) return undefined;
    const { topics: present } = connection;
    const checked =
      action === 'subscribe'
        ? checkTopics({ userId, role }, present, named)
        : { topics: present.filter((topic) => !named.includes(topic)), denied: [] };
    const isSame = checked.topics.length === present.length && checked.topics.every((topic) => present.includes(topic));
    if (isSame || (await deps.connections.saveTopics(connection, checked.topics))) return checked;
    connection = await deps.connections.get(id, deps.now());
    return RETRY;
  });
};
