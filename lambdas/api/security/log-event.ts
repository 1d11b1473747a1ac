import { endpoints } from '../../contract/index.ts';
import { coarseAddress } from '../../domain/privacy/coarse-address.ts';
import { withConsent } from '../../domain/privacy/consented.ts';
import { newSecurityEvent } from '../../domain/security/event.ts';
import { route } from '../../http/route.ts';
import type { SecurityDeps } from './deps.ts';

/**
 * Records what the signed-in user's browser reports. All but its kind, page and details is known to the server, which
 * trusts no browser with it.
 */
export const logEvent = ({ recorder, now, newId }: SecurityDeps) =>
  route(endpoints['security.log-event'], async ({ actor, body, requestId, sender }) => {
    const at = now();
    const event = newSecurityEvent({
      kind: body.p_event_type,
      source: 'browser',
      subject: { user: actor.userId },
      id: newId(at),
      at,
      sessionId: actor.signIn.id,
      resourceId: body.p_resource_id,
      metadata: { ...body.p_metadata, request_id: requestId },
    });
    await recorder.record(
      event,
      { ip_address: withConsent(actor, 'address', () => coarseAddress(sender.address())) },
      at,
    );
    return { status: 204 };
  });
