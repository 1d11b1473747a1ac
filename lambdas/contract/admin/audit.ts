import * as z from 'zod/mini';
import { Role, Timestamp, UserId } from '../shared.ts';

/** Kinds of things that an administrator changes. */
export const AuditTarget = z.enum(['user', 'content', 'category', 'creator', 'settings', 'job']);
export type AuditTarget = z.infer<typeof AuditTarget>;

/** A field's value before or after an act: what the administrator set, never a secret. */
const AuditFields = z.record(z.string(), z.unknown());

/** One act of somebody who manages the platform. Written in the act's own transaction and never changed. */
export const AuditEntry = z.object({
  /** ULID; entries sort by it. */
  id: z.string().check(z.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)),
  at: Timestamp,
  actor_id: UserId,
  actor_role: Role,
  /** `<target>.<what was done>`, as in `user.role-assigned`. */
  action: z.string().check(z.regex(/^[a-z-]+\.[a-z-]+$/)),
  target_type: AuditTarget,
  target_id: z.string(),
  /** Only the fields that changed; null when the target was made by the act. */
  before: z.nullable(AuditFields),
  /** Null when the target was removed by the act. */
  after: z.nullable(AuditFields),
  /** What the actor gave as a reason, where one was asked for. */
  reason: z.nullable(z.string()),
  /** The request, as it stands in the logs. */
  request_id: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
