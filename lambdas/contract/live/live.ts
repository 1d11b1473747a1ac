import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Seconds that a ticket may be used within. */
export const LIVE_TICKET_SECONDS = 30 as const;

/** 256 random bits in base64url. Used once, as `?ticket=` when the channel is opened. */
export const LiveTicket = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Not a ticket'));

/**
 * The endpoint that opens the live channel; what travels on it stands in `live-messages.ts`, which the first screens do
 * not load.
 */
export const liveEndpoints = {
  'live.create-ticket': endpoint({
    method: 'POST',
    path: '/api/live-ticket',
    auth: 'user',
    summary: 'A ticket that opens the live channel once, within half a minute.',
    responses: { 201: z.object({ ticket: LiveTicket, expires_in: z.literal(LIVE_TICKET_SECONDS) }) },
    errors: [],
  }),
};
