import type { PAGE_VIEW, SignInEvent } from '../../contract/people/sign-in-events.ts';
import { newSecurityEvent, type NewSecurityEvent } from './event.ts';
import { eventId } from './event-id.ts';

/** A kind of event of a session. */
type SessionEventKind = SignInEvent | 'session_ended' | typeof PAGE_VIEW;

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

/** The security event of what happened in a session. The same event is recorded once. */
export const sessionEvent = ({ kind, userId, sessionId, at, device, requestId }: SessionEvent): NewSecurityEvent =>
  newSecurityEvent({
    kind,
    subject: { user: userId },
    id: eventId(at, `${kind} ${sessionId}`),
    at,
    sessionId,
    metadata: { device, ...(requestId === undefined ? {} : { request_id: requestId }) },
  });
