import { coarseAddress } from '../../domain/privacy/coarse-address.ts';
import { withConsent } from '../../domain/privacy/consented.ts';
import { newSecurityEvent } from '../../domain/security/event.ts';
import { eventId } from '../../domain/security/event-id.ts';
import type { StoredToken } from '../../domain/security/tokens/token.ts';
import type { Actor, Sender } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';

/** The call in which something happened. */
interface Caller {
  readonly actor: Actor;
  readonly sender: Sender;
  readonly requestId: string;
}

/**
 * Records that a token was issued or revoked, about its user; by consent of the user who did it, with the shortened
 * address. `at` in milliseconds. The call also succeeds if the event cannot be recorded.
 */
export const recordEvent = async (
  { recorder, logger }: Pick<TokensDeps, 'recorder' | 'logger'>,
  { actor, sender, requestId }: Caller,
  kind: 'smart_token_issued' | 'smart_token_revoked',
  token: StoredToken,
  at: number,
): Promise<void> => {
  const isOwn = actor.userId === token.user_id;
  const address = isOwn ? withConsent(actor, 'address', () => coarseAddress(sender.address())) : undefined;
  const event = newSecurityEvent({
    kind,
    subject: { user: token.user_id },
    id: eventId(at, `${kind} ${token.id}`),
    at,
    sessionId: token.session_id,
    resourceId: token.id,
    metadata: {
      use: token.use,
      by: isOwn ? 'user' : 'administrator',
      request_id: requestId,
    },
  });
  await recorder
    .record(event, { ip_address: address }, at)
    .catch((error: unknown) => logger.error('Could not record a security event', {}, error));
};
