import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Plan, Role, Timestamp, UserId, line } from '../shared.ts';

/** The signed-in person. */
export const Me = z.object({
  id: UserId,
  email: z.string(),
  full_name: z.string(),
  role: Role,
  plan: Plan,
  created_at: Timestamp,
});
export type Me = z.infer<typeof Me>;

export const accountEndpoints = {
  'account.get-me': endpoint({
    method: 'GET',
    path: '/api/me',
    auth: 'user',
    summary: 'The signed-in person with role and plan.',
    responses: { 200: Me },
    errors: [],
  }),
  'account.update-me': endpoint({
    method: 'PATCH',
    path: '/api/me',
    auth: 'user',
    summary: 'Changes the full name of the signed-in person.',
    body: z.strictObject({ full_name: line(200) }),
    responses: { 200: Me },
    errors: [],
  }),
};
