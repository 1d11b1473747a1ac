import { endpoints } from '../../contract/index.ts';
import { riskOf, validateInput } from '../../domain/security/validate-input.ts';
import { route } from '../../http/route.ts';
import type { SecurityDeps } from './deps.ts';

/**
 * Checks and cleans an input, and notes the check. Without the note the answer holds all the same: a search must not
 * fail for it.
 */
export const inputValidator = ({ events, logger, now, newId }: SecurityDeps) =>
  route(endpoints['security.input-validator'], async ({ actor, body: { data, validationType }, requestId }) => {
    const { valid, errors, sanitizedData } = validateInput(validationType, data);
    await events
      .put({
        id: newId(),
        created_at: now(),
        user_id: actor.userId,
        event_type: valid ? 'input_validated' : 'input_validation_failed',
        event_category: 'data_access',
        severity: valid ? 'info' : 'low',
        resource_type: validationType,
        action_taken: valid ? 'accepted' : 'refused',
        success: valid,
        error_message: valid ? null : `${errors.length} validation error(s) found`,
        metadata: { errors: errors.length, request_id: requestId },
        risk_score: riskOf(errors.length),
      })
      .catch((error: unknown) => logger.error('A security event was not noted', {}, error));
    return { status: 200, body: { valid, errors: [...errors], sanitizedData } };
  });
