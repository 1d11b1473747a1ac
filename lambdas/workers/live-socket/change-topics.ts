import { optimistic, RETRY } from '../../domain/optimistic.ts';
import type { LiveRequest, LiveTopic } from '../../contract/live/live-messages.ts';
import { checkTopics, type LiveConnection, type DeniedTopic } from '../../domain/live/connection.ts';
import { closingOf } from '../../domain/live/topics.ts';
import type { SocketDeps } from './deps.ts';

type TopicRequest = Exclude<LiveRequest, { action: 'ping' }>;

/** Closes a channel that was opened with different rights. */
const disconnect = async (
  { channels, connections }: SocketDeps,
  { connection_id: id }: LiveConnection,
): Promise<undefined> => {
  await channels.close(id);
  await connections.forget(id);
};

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
  if (!rights || closingOf(first, rights, deps.now())) return disconnect(deps, first);
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
