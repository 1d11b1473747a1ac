import { movedTokens, type RateCounters } from '../../domain/limits/rate-limit.ts';
import type { Logger } from '../../domain/logger.ts';
import { coarseAddress } from '../../domain/privacy/coarse-address.ts';
import { withConsent } from '../../domain/privacy/consented.ts';
import { newSecurityEvent } from '../../domain/security/event.ts';
import { eventId } from '../../domain/security/event-id.ts';
import type { EventRecorder } from '../../domain/security/event-recorder.ts';
import { deviceHash, deviceSecretIn } from '../../domain/sessions/device.ts';
import { activeSession } from '../../domain/sessions/session.ts';
import { within } from '../../domain/within.ts';
import type { Actor } from '../route.ts';
import type { GatewayEvent, Step } from '../state.ts';
import { sourceOf } from './limit-visitors.ts';
import { RECORDING_MS } from './record-rejections.ts';

/** Sessions that an instance remembers to be recorded. Beyond it forgets all, which costs a write for each. */
const MAX_REMEMBERED = 10_000;

/** Records security events, at most so many of a kind. */
export interface SecurityRecording {
  readonly recorder: EventRecorder;
  readonly counters: RateCounters;
}

/** Whether a request has the cookie of the device with this hash. */
const isFrom = (device: string, { cookies }: GatewayEvent): boolean => {
  const secret = deviceSecretIn(cookies);
  return secret !== undefined && deviceHash(secret) === device;
};

/**
 * Records that a session's token is used without the cookie of its browser, which a thief of the token lacks. Once an
 * hour for each session. The call is not denied: users delete cookies too, and the next visit then recognizes the
 * browser as another one. A session whose browser was not recognized yet has none to compare, and a script that calls
 * with a smart token has no cookie.
 */
export const noticeMovedToken = (security: SecurityRecording | undefined, logger: Logger, now: () => number): Step => {
  /** When a session's next event may be recorded, in milliseconds. */
  const recordedUntil = new Map<string, number>();

  const record = async ({ recorder, counters }: SecurityRecording, event: GatewayEvent, actor: Actor, id: string) => {
    const at = now();
    if ((recordedUntil.get(id) ?? 0) > at) return;
    const waitMs = await counters.take(movedTokens, id, at);
    if (recordedUntil.size >= MAX_REMEMBERED) recordedUntil.clear();
    recordedUntil.set(id, at + (waitMs ?? movedTokens.windowMs));
    if (waitMs !== undefined) return;
    const { requestId } = event.requestContext;
    const moved = newSecurityEvent({
      kind: 'token_moved',
      subject: { user: actor.userId },
      id: eventId(at, `token_moved ${id}`),
      at,
      sessionId: id,
      metadata: { request_id: requestId },
    });
    const address = withConsent(actor, 'address', () => coarseAddress(sourceOf(event)));
    await recorder.record(moved, { ip_address: address }, at);
  };

  return {
    async before({ event, internal: { actor, signIn, sessions, smartToken } }) {
      if (!security || !actor || !signIn?.id || smartToken) return;
      const device = activeSession(sessions, signIn.id, now())?.device;
      if (device === undefined || isFrom(device, event)) return;
      await within(RECORDING_MS, record(security, event, actor, signIn.id)).catch((failure: unknown) =>
        logger.error('Could not record that a token moved', {}, failure),
      );
    },
  };
};
