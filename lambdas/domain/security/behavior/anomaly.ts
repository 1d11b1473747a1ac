import type { BehavioralPattern } from '../../../contract/security/behavior.ts';
import { newSecurityEvent, type NewSecurityEvent } from '../event.ts';
import { eventId } from '../event-id.ts';

/** The security event of a pattern that is an anomaly. The same pattern is recorded once. */
export const anomalyEvent = (
  { id, user_id: user, session_id: sessionId, created_at: createdAt }: BehavioralPattern,
  requestId: string,
): NewSecurityEvent => {
  const at = Date.parse(createdAt);
  return newSecurityEvent({
    kind: 'behavior_anomaly',
    source: 'browser',
    subject: { user },
    id: eventId(at, `behavior_anomaly ${id}`),
    at,
    sessionId,
    metadata: { request_id: requestId },
  });
};

/** What the event of a pattern says about it. It is stored only by consent, as the pattern is. */
export const anomalyDetails = ({
  risk_score: score,
  points,
}: BehavioralPattern): Readonly<Record<string, string | number>> => ({
  score,
  rules: points.map(({ rule }) => rule).join(', '),
});
