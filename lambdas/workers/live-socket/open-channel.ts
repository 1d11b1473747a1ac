import { LiveTicket } from '../../contract/live/live.ts';
import { ticketHash } from '../../domain/live/ticket.ts';
import type { SocketDeps } from './deps.ts';

/** Lets a connection in whose ticket is good. Used, old and invented tickets look alike from outside. */
export const openChannel = async (
  { connections, logger, now }: SocketDeps,
  connectionId: string,
  ticket: unknown,
): Promise<boolean> => {
  const given = LiveTicket.safeParse(ticket);
  const grant = given.success ? await connections.readTicket(ticketHash(given.data), now()) : undefined;
  const opened = grant !== undefined && (await connections.open(connectionId, grant, now()));
  logger.info(opened ? 'Channel opened' : 'Channel refused', { connectionId });
  return opened;
};
