import { useQuery } from '@tanstack/react-query';
import type { Factor } from '../../../../lambdas/contract/people/factors.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import type { ConfirmStep } from '../../lib/auth/cognito-types.ts';
import { factorsQuery } from './api.ts';
import { securityTexts } from './texts.ts';

/** A code that the server asked for. */
export interface AskedCode {
  readonly factor: Factor;
  readonly challengeId: string;
}

// The server's own question for a fresher sign-in would wait for this one.
const withoutStepUp = { withoutStepUp: true } as const;

/**
 * Factors whose code alone raises this sign-in, because it gave only the password. None while they are loaded, and when
 * `enabled` is false.
 */
export const useCodeFactors = (enabled: boolean) => {
  const api = useApi();
  const { acceptTokens } = useAuth();
  const { data } = useQuery({ ...factorsQuery(api), enabled });
  const factors =
    enabled && data?.current_level === 'aal1'
      ? data.items.filter(({ factor_type: type }) => type === 'totp' || type === 'phone')
      : [];
  return {
    factors,

    /** Asks for a code. Rejects with a text for the user, also when the password must be given first. */
    async ask(factor: Factor): Promise<AskedCode> {
      const body = factor.factor_type === 'phone' ? ({ channel: 'sms' } as const) : {};
      try {
        const input = { params: { id: factor.id }, body };
        return { factor, challengeId: (await api.call('factors.challenge-factor', input, withoutStepUp)).id };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'insufficient_authentication')
          throw new Error(securityTexts.stepUp.tooOld, { cause: error });
        throw error;
      }
    },

    /** Answers it, and continues the session with the new tokens. */
    async answer({ factor, challengeId }: AskedCode, code: string): Promise<ConfirmStep> {
      const input = { params: { id: factor.id }, body: { challenge_id: challengeId, code } };
      return acceptTokens(await api.call('factors.verify-factor', input, withoutStepUp));
    },
  };
};
