import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Lifetime of a ticket in seconds. */
export const LIVE_TICKET_SECONDS = 30 as const;

/** 256 random bits in base64url. Sent once, as `?ticket=`, to open the channel. */
export const LiveTicket = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Must be a live ticket'));

/**
 * The endpoint for tickets to the live channel. Its messages are in `live-messages.ts`, so that the first screens don't
 * load them.
 */
export const liveEndpoints = {
  'live.create-ticket': endpoint({
    method: 'POST',
    path: '/api/live-ticket',
    auth: 'user',
    summary: 'Creates a single-use ticket for the live channel, valid for 30 seconds.',
    responses: { 201: z.object({ ticket: LiveTicket, expires_in: z.literal(LIVE_TICKET_SECONDS) }) },
    errors: [],
  }),
};
