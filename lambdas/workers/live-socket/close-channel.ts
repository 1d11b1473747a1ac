import type { LiveConnection } from '../../domain/live/connection.ts';
import type { Closing } from '../../domain/live/topics.ts';
import type { SocketDeps } from './deps.ts';

/** Closes a channel that is no longer allowed. Its client receives the reason, unless it may connect again. */
export const closeChannel = async (
  { channels, connections }: SocketDeps,
  { connection_id: id }: LiveConnection,
  closing: Closing,
): Promise<undefined> => {
  // A message that cannot be sent must not keep the channel open.
  if (closing !== 'rights') await channels.post(id, { type: 'session-ended', reason: closing }).catch(() => 'gone');
  await channels.close(id);
  await connections.forget(id);
};
