import { endpoints } from '../../contract/index.ts';
import { coarseAddress } from '../../domain/privacy/coarse-address.ts';
import { withConsent } from '../../domain/privacy/consented.ts';
import { newSecurityEvent } from '../../domain/security/event.ts';
import { riskOf, validateInput } from '../../domain/security/validate-input.ts';
import { route } from '../../http/route.ts';
import type { SecurityDeps } from './deps.ts';

/**
 * Validates and sanitizes an input, and records a security event. The call also succeeds if the event cannot be
 * recorded, so that a search does not fail because of it.
 */
export const inputValidator = ({ events, logger, now, newId }: SecurityDeps) =>
  route(endpoints['security.input-validator'], async ({ actor, body: { data, validationType }, requestId, sender }) => {
    const { valid, errors, sanitizedData } = validateInput(validationType, data);
    await events
      .put(
        newSecurityEvent({
          kind: valid ? 'input_validated' : 'input_validation_failed',
          subject: { user: actor.userId },
          id: newId(),
          at: now(),
          sessionId: actor.signIn.id,
          resourceType: validationType,
          ...(valid ? {} : { error: `${errors.length} validation error(s) found`, risk: riskOf(errors.length) }),
          metadata: { errors: errors.length, request_id: requestId },
        }),
        { ip_address: withConsent(actor, 'address', () => coarseAddress(sender.address())) },
      )
      .catch((error: unknown) => logger.error('Could not record a security event', {}, error));
    return { status: 200, body: { valid, errors: [...errors], sanitizedData } };
  });
