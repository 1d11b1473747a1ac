import { endpoints } from '../../contract/index.ts';
import { LIVE_TICKET_SECONDS } from '../../contract/live/live.ts';
import { grantTicket } from '../../domain/live/ticket.ts';
import { route } from '../../http/route.ts';
import type { LiveDeps } from './deps.ts';

/** Creates a ticket that opens the live channel once. */
export const createTicket = ({ tickets, newTicket, now }: LiveDeps) =>
  route(endpoints['live.create-ticket'], async ({ actor }) => {
    const ticket = newTicket();
    await tickets.create(grantTicket(ticket, actor, now()));
    return { status: 201, body: { ticket, expires_in: LIVE_TICKET_SECONDS } };
  });
