import type { SecurityEventView } from '../../contract/admin/security-events.ts';
import type { SecurityEvent } from '../../domain/security/event.ts';

/** An event as its readers see it. */
export const toEventView = (event: SecurityEvent): SecurityEventView => ({
  ...event,
  user_id: event.user_id ?? null,
  session_id: event.session_id ?? null,
  resource_id: event.resource_id ?? null,
  ip_address: event.ip_address ?? null,
});
