import * as z from 'zod/mini';
import { AuditEntry, AuditTarget } from './audit.ts';
import { endpoint } from '../endpoint.ts';
import { line, Moment, pageOf, pageQuery, UserId } from '../shared.ts';

/** An entry as the screen shows it: with the name of who acted, as it is now. */
export const AuditView = z.extend(AuditEntry, {
  /** Null for a person whose profile is gone. */
  actor_name: z.nullable(z.string()),
  /** What the thing is called, as it is now or, where it is gone, as the entry has it; null where neither is known. */
  target_name: z.nullable(z.string()),
});
export type AuditView = z.infer<typeof AuditView>;

/** What the log can be narrowed down by; all that are given must hold. */
export const AuditFilter = z.strictObject({
  actor_id: z.optional(UserId),
  action: z.optional(AuditEntry.shape.action.check(z.maxLength(100))),
  target_type: z.optional(AuditTarget),
  target_id: z.optional(line(200, 1).check(z.regex(/^[^#]*$/, 'Not an id'))),
  /** From this time on. */
  from: z.optional(Moment),
  /** Before this time. */
  to: z.optional(Moment),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const adminAuditEndpoints = {
  'audit.list-entries': endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    auth: 'admin',
    summary:
      'What administrators and moderators did, newest first. A page may be short, even empty, before the last one.',
    query: z.extend(AuditFilter, pageQuery),
    responses: {
      200: z.extend(pageOf(AuditView), {
        /**
         * What the `actor_id` that was asked for is called; null without one, and for a person whose profile is gone.
         */
        asked_actor_name: z.nullable(z.string()),
      }),
    },
    errors: ['invalid_cursor'],
  }),
};
