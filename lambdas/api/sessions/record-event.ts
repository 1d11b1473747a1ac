import type { SecurityEvent } from '../../domain/security/event.ts';
import type { SessionsDeps } from './deps.ts';

/** Severity and risk of the events of sessions (specification, section 9). */
const KINDS = {
  session_extended: { severity: 'info', risk_score: 0, action_taken: 'extended' },
  device_change: { severity: 'medium', risk_score: 60, action_taken: 'notified' },
} as const satisfies Readonly<Record<string, Pick<SecurityEvent, 'severity' | 'risk_score' | 'action_taken'>>>;

/** Records a security event. The call also succeeds if the event cannot be recorded. */
export const recordEvent = async (
  { events, logger, now, newId }: Pick<SessionsDeps, 'events' | 'logger' | 'now' | 'newId'>,
  about: { readonly kind: keyof typeof KINDS; readonly userId: string; readonly requestId: string },
): Promise<void> => {
  await events
    .put({
      id: newId(),
      created_at: new Date(now()).toISOString(),
      user_id: about.userId,
      event_type: about.kind,
      event_category: 'authentication',
      resource_type: 'session',
      success: true,
      error_message: null,
      metadata: { request_id: about.requestId },
      ...KINDS[about.kind],
    })
    .catch((error: unknown) => logger.error('Could not record a security event', {}, error));
};
