import * as z from 'zod/mini';
import { Role, Timestamp, UserId } from '../shared.ts';

/** Kinds of targets that an administrator can change. */
export const AuditTarget = z.enum([
  'user',
  'content',
  'category',
  'creator',
  'settings',
  'job',
  'playlist',
  'alert',
  'response',
  'security-settings',
  'phase',
  'delivery',
]);
export type AuditTarget = z.infer<typeof AuditTarget>;

/** Field values before or after an action: what the administrator set, never a secret. */
const AuditFields = z.record(z.string(), z.unknown());

/** One action by an administrator or moderator. Written in the same transaction as the action and never changed. */
export const AuditEntry = z.object({
  /** ULID; entries sort by it. */
  id: z.string().check(z.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)),
  at: Timestamp,
  actor_id: UserId,
  actor_role: Role,
  /** `<target>.<action>`, such as `user.role-assigned`. */
  action: z.string().check(z.regex(/^[a-z-]+\.[a-z-]+$/)),
  target_type: AuditTarget,
  target_id: z.string(),
  /** Only the fields that changed. Null when the action created the target. */
  before: z.nullable(AuditFields),
  /** Null when the action removed the target. */
  after: z.nullable(AuditFields),
  /** The reason the actor entered, if the action asks for one. */
  reason: z.nullable(z.string()),
  /** Request id, as in the logs. */
  request_id: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
