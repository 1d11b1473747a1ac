import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import { PAGE_VIEW, type SignInEvent } from '../../contract/people/sign-in-events.ts';
import type { NewSecurityEvent, SecurityEvent } from './event.ts';

/** A kind of event of a session. */
type SessionEventKind = SignInEvent | typeof PAGE_VIEW;

/** Severity and risk of the events of sessions (specification, sections 4 and 9). */
const KINDS = {
  sign_in: { severity: 'info', risk_score: 0, action_taken: 'allowed', success: true },
  page_view: { severity: 'info', risk_score: 0, action_taken: 'allowed', success: true },
  session_extended: { severity: 'info', risk_score: 0, action_taken: 'extended', success: true },
  session_timeout_warning: { severity: 'low', risk_score: 20, action_taken: 'notified', success: true },
  session_expired: { severity: 'low', risk_score: 30, action_taken: 'ended', success: true },
  device_change: { severity: 'medium', risk_score: 60, action_taken: 'notified', success: true },
  concurrent_limit: { severity: 'medium', risk_score: 60, action_taken: 'denied', success: false },
} as const satisfies Readonly<
  Record<SessionEventKind, Pick<SecurityEvent, 'severity' | 'risk_score' | 'action_taken' | 'success'>>
>;

/** What happened in a session, and to whom. */
export interface SessionEvent {
  readonly kind: SessionEventKind;
  readonly userId: string;
  /** Null in a token without a session. */
  readonly sessionId: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Browser and operating system. */
  readonly device: string;
  /** The request that it happened in. Left out for what was noticed later. */
  readonly requestId?: string;
}

/** Digits of a ULID (Crockford's base 32). */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID that is the same for the same event, so that it is recorded once. */
const idOf = ({ kind, sessionId, at }: SessionEvent): string => {
  const hash = createHash('sha256').update(`${kind} ${sessionId}`).digest().subarray(0, 16);
  return encodeTime(at, 10) + [...hash].map((byte) => DIGITS[byte % DIGITS.length]).join('');
};

/** The security event of what happened in a session. */
export const sessionEvent = (about: SessionEvent): NewSecurityEvent => {
  const { kind, userId, sessionId, at, device, requestId } = about;
  return {
    id: idOf(about),
    created_at: new Date(at).toISOString(),
    user_id: userId,
    ...(sessionId === null ? {} : { session_id: sessionId }),
    event_type: kind,
    event_category: kind === PAGE_VIEW ? 'data_access' : 'authentication',
    resource_type: kind === PAGE_VIEW ? 'page' : 'session',
    error_message: null,
    metadata: { device, ...(requestId === undefined ? {} : { request_id: requestId }) },
    ...KINDS[kind],
  };
};
