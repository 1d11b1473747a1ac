import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import type { PageName } from '../../contract/people/sign-in-events.ts';
import type { ConsentedBy } from '../privacy/consented.ts';

/** Severity of an event. */
export const Severity = z.enum(['info', 'low', 'medium', 'high', 'critical']);

/**
 * A security event (specification, section 3). The server sets user, time, severity and risk. A network address is
 * stored only by consent, and shortened; loads of the site are stored only by consent.
 */
export const SecurityEvent = z.object({
  /** ULID; events sort by it. */
  id: z.string(),
  created_at: Timestamp,
  user_id: UserId,
  /** The sign-in that the event is about. */
  session_id: z.optional(z.string()),
  event_type: z.string(),
  event_category: z.string(),
  severity: Severity,
  resource_type: z.string(),
  /** The page of a `page_view`. */
  resource_id: z.optional(z.string()),
  action_taken: z.string(),
  success: z.boolean(),
  error_message: z.nullable(z.string()),
  /** Numbers and names, never user input. */
  metadata: z.record(z.string(), z.union([z.string(), z.number()])),
  /** 0 to 100. */
  risk_score: z.number(),
  ip_address: z.optional(z.string()),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

/** What an event contains only if its user consented. */
export interface EventTraces {
  readonly ip_address?: ConsentedBy<'address', string> | undefined;
  /** The page that was loaded. Without it, no `page_view` can be stored. */
  readonly page?: ConsentedBy<'behavior', PageName> | undefined;
}

/** An event before it is stored, without what needs consent. */
export type NewSecurityEvent = Omit<SecurityEvent, 'ip_address' | 'resource_id'>;
