import type { ValidationType } from '../../contract/admin/security.ts';
import { endpoints } from '../../contract/index.ts';
import { coarseAddress } from '../../domain/privacy/coarse-address.ts';
import { withConsent } from '../../domain/privacy/consented.ts';
import { newSecurityEvent } from '../../domain/security/event.ts';
import { FAILURE_RISK, riskOf, UNAVAILABLE, type Validation } from '../../domain/security/validate-input.ts';
import { route } from '../../http/route.ts';
import type { SecurityDeps } from './deps.ts';

/** Why an input is invalid, and how risky that is; undefined for a valid input. */
const failureOf = (result: Validation): { readonly error: string; readonly risk: number } | undefined => {
  if (result.valid) return undefined;
  if (result === UNAVAILABLE) return { error: UNAVAILABLE.errors.join(), risk: FAILURE_RISK };
  const { length } = result.errors;
  return { error: `${length} validation error(s) found`, risk: riskOf(length) };
};

/**
 * Validates and sanitizes an input, and records a security event. The call also succeeds if the validation fails or the
 * event cannot be recorded, so that a search does not fail because of it.
 */
export const inputValidator = ({ recorder, validate, logger, now, newId }: SecurityDeps) => {
  const tryToValidate = (type: ValidationType, data: unknown): Validation => {
    try {
      return validate(type, data);
    } catch (error) {
      logger.error('The validation of an input failed', { type }, error);
      return UNAVAILABLE;
    }
  };

  return route(
    endpoints['security.input-validator'],
    async ({ actor, body: { data, validationType }, requestId, sender }) => {
      const result = tryToValidate(validationType, data);
      const { valid, errors, sanitizedData } = result;
      const at = now();
      const event = newSecurityEvent({
        kind: valid ? 'input_validated' : 'input_validation_failed',
        subject: { user: actor.userId },
        id: newId(at),
        at,
        sessionId: actor.signIn.id,
        resourceType: validationType,
        ...failureOf(result),
        metadata: { errors: errors.length, request_id: requestId },
      });
      const address = withConsent(actor, 'address', () => coarseAddress(sender.address()));
      await recorder
        .record(event, { ip_address: address }, at)
        .catch((error: unknown) => logger.error('Could not record a security event', {}, error));
      return { status: 200, body: { valid, errors: [...errors], sanitizedData } };
    },
  );
};
