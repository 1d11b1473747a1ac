import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Plan, Role, Timestamp, UserId, line } from '../shared.ts';
import { Purpose } from './consent.ts';

/** The current user. */
export const Me = z.object({
  id: UserId,
  email: z.string(),
  full_name: z.string(),
  role: Role,
  plan: Plan,
  created_at: Timestamp,
  /** What the user allowed beyond what is essential; null until they have decided. */
  consent: z.nullable(z.array(Purpose)),
  /** Set while this stage requires a second factor of staff, and the user has set up none: no call of staff works. */
  factor_required: z.optional(z.literal(true)),
});
export type Me = z.infer<typeof Me>;

export const accountEndpoints = {
  'account.get-me': endpoint({
    method: 'GET',
    path: '/api/me',
    auth: 'user',
    summary: 'Returns the current user with role and plan.',
    responses: { 200: Me },
    errors: [],
    beforeFactor: true,
  }),
  'account.update-me': endpoint({
    method: 'PATCH',
    path: '/api/me',
    auth: 'user',
    summary: "Changes the current user's full name.",
    body: z.strictObject({ full_name: line(200) }),
    responses: { 200: Me },
    errors: [],
  }),
};
