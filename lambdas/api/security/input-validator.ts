import { endpoints } from '../../contract/index.ts';
import { coarseAddress } from '../../domain/privacy/coarse-address.ts';
import { withConsent } from '../../domain/privacy/consented.ts';
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
        {
          id: newId(),
          created_at: now(),
          user_id: actor.userId,
          event_type: valid ? 'input_validated' : 'input_validation_failed',
          event_category: 'data_access',
          severity: valid ? 'info' : 'low',
          resource_type: validationType,
          action_taken: valid ? 'accepted' : 'rejected',
          success: valid,
          error_message: valid ? null : `${errors.length} validation error(s) found`,
          metadata: { errors: errors.length, request_id: requestId },
          risk_score: riskOf(errors.length),
        },
        { ip_address: withConsent(actor, 'address', () => coarseAddress(sender.address())) },
      )
      .catch((error: unknown) => logger.error('Could not record a security event', {}, error));
    return { status: 200, body: { valid, errors: [...errors], sanitizedData } };
  });
