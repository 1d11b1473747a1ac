import type { BehavioralPattern } from '../../../contract/security/behavior.ts';
import { newSecurityEvent, type NewSecurityEvent } from '../event.ts';
import { eventId } from '../event-id.ts';

/** A counting of a browser that is an anomaly. */
interface AnomalousCounting {
  /** Its name. */
  readonly page: string;
  /** When it was an anomaly for the first time (ISO 8601). */
  readonly since: string;
}

/**
 * The security event of a pattern that is an anomaly. Counts include those before them, so the patterns that follow are
 * anomalies as well: each counting is recorded once.
 */
export const anomalyEvent = (
  { user_id: user, session_id: sessionId }: BehavioralPattern,
  { page, since }: AnomalousCounting,
  requestId: string,
): NewSecurityEvent => {
  const at = Date.parse(since);
  return newSecurityEvent({
    kind: 'behavior_anomaly',
    source: 'browser',
    subject: { user },
    id: eventId(at, `behavior_anomaly ${user} ${page}`),
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
