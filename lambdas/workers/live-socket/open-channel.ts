import { LiveTicket } from '../../contract/live/live.ts';
import { isLost, LIVE_CONNECTIONS_MAX } from '../../domain/live/connection.ts';
import { ticketHash } from '../../domain/live/ticket.ts';
import type { SocketDeps } from './deps.ts';

/**
 * Whether the user has more channels than allowed. It is counted after the new one is stored, so that concurrent
 * handshakes cannot exceed the limit. The new one is rejected: if the oldest were closed instead, its client would
 * connect again and close the next one, in a loop. Lost channels do not count and are removed. They are closed too,
 * because the gateway keeps a channel open whose client sends no pings but other messages.
 */
const isOverLimit = async ({ connections, channels, logger, now }: SocketDeps, userId: string): Promise<boolean> => {
  const onBad = (count: number): void =>
    logger.error('Corrupt items left out of a list', { list: 'connections', count });
  const stored = await connections.ofPerson(userId, now(), onBad);
  if (stored.length <= LIVE_CONNECTIONS_MAX) return false;
  const lost = stored.filter((channel) => isLost(channel, now()));
  await Promise.all(
    lost.map(async ({ connection_id: id }) => {
      await channels.close(id);
      await connections.forget(id);
    }),
  );
  return stored.length - lost.length > LIVE_CONNECTIONS_MAX;
};

/**
 * Accepts a connection with a valid ticket, and returns the status of the handshake: 200, 401 for a ticket that is
 * used, expired or forged, which the caller cannot distinguish, or 429 when the user has too many channels.
 */
export const openChannel = async (
  deps: SocketDeps,
  connectionId: string,
  ticket: unknown,
): Promise<200 | 401 | 429> => {
  const { connections, logger, now } = deps;
  const parsed = LiveTicket.safeParse(ticket);
  const grant = parsed.success ? await connections.readTicket(ticketHash(parsed.data), now()) : undefined;
  const opened = grant !== undefined && (await connections.open(connectionId, grant, now()));
  if (opened && (await isOverLimit(deps, grant.user_id))) {
    await connections.forget(connectionId);
    logger.warn('Too many channels', { connectionId });
    return 429;
  }
  logger.info(opened ? 'Channel opened' : 'Channel denied', { connectionId });
  return opened ? 200 : 401;
};
