import { coarseAddress } from '../../domain/privacy/coarse-address.ts';
import { withConsent } from '../../domain/privacy/consented.ts';
import type { EventTraces } from '../../domain/security/event.ts';
import { sessionEvent, type SessionEvent } from '../../domain/security/session-event.ts';
import { deviceLabel } from '../../domain/sessions/device.ts';
import type { Actor, Sender } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';

/** The call in which something happened. */
interface Caller {
  readonly actor: Actor;
  readonly sender: Sender;
  readonly requestId: string;
}

/**
 * Records what happened in the session of a call, with its user, device and, by consent, shortened address; again if it
 * is recorded already, which has no effect. `at` in milliseconds. The call also succeeds if the event cannot be
 * recorded.
 */
export const recordEvent = async (
  { recorder, logger, now }: Pick<SessionsDeps, 'recorder' | 'logger' | 'now'>,
  { actor, sender, requestId }: Caller,
  { kind, at }: Pick<SessionEvent, 'kind' | 'at'>,
  traces: Pick<EventTraces, 'page'> = {},
): Promise<void> => {
  const { userId, signIn } = actor;
  const device = deviceLabel(sender.userAgent);
  const address = withConsent(actor, 'address', () => coarseAddress(sender.address()));
  const event = sessionEvent({ kind, userId, sessionId: signIn.id, at, device, requestId });
  await recorder
    .record(event, { ip_address: address, ...traces }, now())
    .catch((error: unknown) => logger.error('Could not record a security event', {}, error));
};
