import { createHash } from 'node:crypto';
import { LIVE_TICKET_SECONDS } from '../../contract/live/live.ts';
import type { Role } from '../../contract/shared.ts';

/** What a ticket stands for. The ticket itself is known to its person only. */
export interface LiveTicketGrant {
  /** SHA-256 of the ticket, in hexadecimal. */
  readonly hash: string;
  readonly user_id: string;
  /** The person's role when the ticket was given; with another one it opens nothing. */
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly valid_until: number;
}

/** Under what a ticket is stored: whoever reads the table cannot open a channel. */
export const ticketHash = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** What a new ticket stands for. `now` in milliseconds. */
export const grantTicket = (
  ticket: string,
  person: { readonly userId: string; readonly role: Role },
  now: number,
): LiveTicketGrant => ({
  hash: ticketHash(ticket),
  user_id: person.userId,
  role: person.role,
  valid_until: now + LIVE_TICKET_SECONDS * 1000,
});
