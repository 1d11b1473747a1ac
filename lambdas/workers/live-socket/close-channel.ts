import type { LiveConnection } from '../../domain/live/connection.ts';
import type { Closing } from '../../domain/live/topics.ts';
import type { SocketDeps } from './deps.ts';

/** Closes a channel that is no longer allowed. Its client receives the reason, unless it may connect again. */
export const closeChannel = async (
  { channels, connections }: SocketDeps,
  { connection_id: id }: LiveConnection,
  closing: Closing,
): Promise<undefined> => {
  if (closing !== 'rights') await channels.post(id, { type: 'session-ended', reason: closing });
  await channels.close(id);
  await connections.forget(id);
};
