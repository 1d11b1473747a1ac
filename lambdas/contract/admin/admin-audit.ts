import * as z from 'zod/mini';
import { AuditEntry, AuditTarget } from './audit.ts';
import { endpoint } from '../endpoint.ts';
import { line, Timestamp, pageOf, pageQuery, UserId } from '../shared.ts';

/** An audit entry with the current names of its actor and target. */
export const AuditView = z.extend(AuditEntry, {
  /** Null when the actor's profile no longer exists. */
  actor_name: z.nullable(z.string()),
  /**
   * The target's current name, or the name in the entry when the target no longer exists. Null when neither is known.
   */
  target_name: z.nullable(z.string()),
});
export type AuditView = z.infer<typeof AuditView>;

/** Filters of the audit log. An entry must match all of them. */
export const AuditFilter = z.strictObject({
  actor_id: z.optional(UserId),
  action: z.optional(AuditEntry.shape.action.check(z.maxLength(100))),
  target_type: z.optional(AuditTarget),
  target_id: z.optional(line(200, 1).check(z.regex(/^[^#]*$/, 'Must not contain #'))),
  /** Inclusive. */
  from: z.optional(Timestamp),
  /** Exclusive. */
  to: z.optional(Timestamp),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const adminAuditEndpoints = {
  'audit.list-entries': endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    auth: 'admin',
    summary:
      'Lists actions of administrators and moderators, newest first. A page can be short or empty before the last.',
    query: z.extend(AuditFilter, pageQuery),
    responses: {
      200: z.extend(pageOf(AuditView), {
        /** Name of the requested `actor_id`. Null without one, or when that profile no longer exists. */
        filter_actor_name: z.nullable(z.string()),
      }),
    },
    errors: ['invalid_cursor'],
  }),
};
