import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import type { SecurityEvent } from '../../domain/security/event.ts';
import type { SessionsDeps } from './deps.ts';

/** Severity and risk of the events of sessions (specification, section 9). */
const KINDS = {
  session_extended: { severity: 'info', risk_score: 0, action_taken: 'extended', success: true },
  device_change: { severity: 'medium', risk_score: 60, action_taken: 'notified', success: true },
  concurrent_limit: { severity: 'medium', risk_score: 60, action_taken: 'denied', success: false },
} as const satisfies Readonly<
  Record<string, Pick<SecurityEvent, 'severity' | 'risk_score' | 'action_taken' | 'success'>>
>;

/** What happened, and to whom. */
interface SessionEvent {
  readonly kind: keyof typeof KINDS;
  readonly userId: string;
  /** Null in a token without a session. */
  readonly sessionId: string | null;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Digits of a ULID (Crockford's base 32). */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID that is the same for the same event, so that it is recorded once. */
const idOf = ({ kind, sessionId, at }: SessionEvent): string => {
  const hash = createHash('sha256').update(`${kind} ${sessionId}`).digest().subarray(0, 16);
  return encodeTime(at, 10) + [...hash].map((byte) => DIGITS[byte % DIGITS.length]).join('');
};

/**
 * Records a security event; again if it is recorded already, which has no effect. The call also succeeds if the event
 * cannot be recorded.
 */
export const recordEvent = async (
  { events, logger }: Pick<SessionsDeps, 'events' | 'logger'>,
  about: SessionEvent,
): Promise<void> => {
  const { kind, userId, sessionId, requestId, at } = about;
  await events
    .put({
      id: idOf(about),
      created_at: new Date(at).toISOString(),
      user_id: userId,
      ...(sessionId === null ? {} : { session_id: sessionId }),
      event_type: kind,
      event_category: 'authentication',
      resource_type: 'session',
      error_message: null,
      metadata: { request_id: requestId },
      ...KINDS[kind],
    })
    .catch((error: unknown) => logger.error('Could not record a security event', {}, error));
};
