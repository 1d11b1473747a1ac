import { createHash } from 'node:crypto';
import { LIVE_TICKET_SECONDS } from '../../contract/live/live.ts';
import type { Role } from '../../contract/shared.ts';
import type { SignIn } from '../accounts/sign-in.ts';

/** What a ticket grants. Only the user knows the ticket itself. */
export interface LiveTicketGrant {
  /** SHA-256 of the ticket, in hexadecimal. */
  readonly hash: string;
  readonly user_id: string;
  /** The user's role when the ticket was created. The ticket is invalid for any other role. */
  readonly role: Role;
  /** The session that it was created in. Its channel closes when the session ends. */
  readonly session_id?: string | undefined;
  /** Milliseconds since 1970. */
  readonly valid_until: number;
}

/** Hash under which a ticket is stored, so that read access to the table cannot open a channel. */
export const ticketHash = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/** The grant of a new ticket. `now` in milliseconds. */
export const grantTicket = (
  ticket: string,
  person: { readonly userId: string; readonly role: Role; readonly signIn: Pick<SignIn, 'id'> },
  now: number,
): LiveTicketGrant => ({
  hash: ticketHash(ticket),
  user_id: person.userId,
  role: person.role,
  session_id: person.signIn.id ?? undefined,
  valid_until: now + LIVE_TICKET_SECONDS * 1000,
});
