import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';

/** How grave something is. */
export const Severity = z.enum(['info', 'low', 'medium', 'high', 'critical']);

/**
 * Something that matters for security (specification, section 3). Who, when, how grave and how risky is set by the
 * server. The address of the browser and its place are left out: they are kept with consent only.
 */
export const SecurityEvent = z.object({
  /** ULID; events sort by it. */
  id: z.string(),
  created_at: Timestamp,
  user_id: UserId,
  event_type: z.string(),
  event_category: z.string(),
  severity: Severity,
  resource_type: z.string(),
  action_taken: z.string(),
  success: z.boolean(),
  error_message: z.nullable(z.string()),
  /** Numbers and names, never what somebody typed. */
  metadata: z.record(z.string(), z.union([z.string(), z.number()])),
  /** 0 to 100. */
  risk_score: z.number(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;
