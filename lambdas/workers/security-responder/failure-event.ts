import type { StoredAlert } from '../../domain/security/alert.ts';
import { newSecurityEvent, type NewSecurityEvent, type Subject } from '../../domain/security/event.ts';
import { eventId } from '../../domain/security/event-id.ts';
import type { StoredResponse } from '../../domain/security/response.ts';

/** Whom an alert is about, from its text: `user:<id>`. */
const subjectOfAlert = ({ subject }: Pick<StoredAlert, 'subject'>): Subject => {
  const [kind = '', ...name] = subject.split(':');
  const id = name.join(':');
  if (kind === 'user') return { user: id };
  return kind === 'visitor' ? { visitor: id } : { account: id };
};

/** The event of an automatic response that failed: the same each time, so that it is recorded once. */
export const failureEvent = (alert: StoredAlert, response: StoredResponse): NewSecurityEvent => {
  const at = Date.parse(response.created_at);
  return newSecurityEvent({
    kind: 'auto_response_failed',
    subject: subjectOfAlert(alert),
    id: eventId(at, `failed ${response.id}`),
    at,
    resourceId: response.id,
    ...(response.error === undefined ? {} : { error: response.error }),
    metadata: { action: response.action, rule: alert.alert_type, alert_id: alert.id },
  });
};
