import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Maximum size of a Stripe event in bytes. An invoice with many lines is the largest. */
const MAX_EVENT_BYTES = 256 * 1024;

/** Endpoints that other services call. Clients don't download them. */
export const webhookEndpoints = {
  'stripe-webhook.receive-event': endpoint({
    method: 'POST',
    path: '/api/stripe/webhook',
    auth: 'signature',
    summary: 'Receives an event from Stripe. Only its ids are used: what changed is read from Stripe.',
    maxBodyBytes: MAX_EVENT_BYTES,
    responses: { 200: z.object({ received: z.literal(true) }) },
    errors: ['billing_unavailable'],
  }),
};
