import { LiveTicket } from '../../contract/live/live.ts';
import { ticketHash } from '../../domain/live/ticket.ts';
import type { SocketDeps } from './deps.ts';

/** Accepts a connection with a valid ticket. The caller cannot distinguish used, expired and forged tickets. */
export const openChannel = async (
  { connections, logger, now }: SocketDeps,
  connectionId: string,
  ticket: unknown,
): Promise<boolean> => {
  const parsed = LiveTicket.safeParse(ticket);
  const grant = parsed.success ? await connections.readTicket(ticketHash(parsed.data), now()) : undefined;
  const opened = grant !== undefined && (await connections.open(connectionId, grant, now()));
  logger.info(opened ? 'Channel opened' : 'Channel denied', { connectionId });
  return opened;
};
