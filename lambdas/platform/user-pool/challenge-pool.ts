import {
  CodeMismatchException,
  ExpiredCodeException,
  InitiateAuthCommand,
  InvalidParameterException,
  NotAuthorizedException,
  RespondToAuthChallengeCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { PHONE_ID } from '../../contract/people/factors.ts';
import type { ChallengePool, CodeFactorId } from '../../domain/factors/challenge.ts';
import { unless } from './pool-errors.ts';

/** A factor at Cognito: the level that it gives together with the password, its challenge, and the name of its code. */
const stepOf = (factor: CodeFactorId) =>
  factor === PHONE_ID
    ? ({ level: 'urn:cognito:loa:3', challenge: 'SMS_MFA', code: 'SMS_MFA_CODE' } as const)
    : ({ level: 'urn:cognito:loa:4', challenge: 'SOFTWARE_TOKEN_MFA', code: 'SOFTWARE_TOKEN_MFA_CODE' } as const);

/**
 * Sign-in steps at the user pool (Cognito). The access token counts for the password of its sign-in, so that only the
 * code is asked for. These calls need no permission.
 */
export const createChallengePool = (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  ClientId: string,
): ChallengePool => ({
  async ask(token, username, factor, maxAgeSeconds) {
    const { level, challenge } = stepOf(factor);
    const command = new InitiateAuthCommand({
      AuthFlow: 'USER_AUTH',
      ClientId,
      AuthParameters: {
        USERNAME: username,
        ACCESS_TOKEN: token,
        TARGET_ACR_VALUES: level,
        MAX_AGE: String(maxAgeSeconds),
      },
    });
    // InvalidParameterException: the user lost the factor meanwhile.
    const step = await unless(client.send(command), NotAuthorizedException, InvalidParameterException);
    // Another challenge: the pool considers the password too old.
    return step?.ChallengeName === challenge ? step.Session : undefined;
  },

  async answer({ username, factor_id: factor, pool_session: Session }, given) {
    const { challenge: ChallengeName, code } = stepOf(factor);
    const ChallengeResponses = { USERNAME: username, [code]: given };
    const answered = await unless(
      client.send(new RespondToAuthChallengeCommand({ ClientId, ChallengeName, Session, ChallengeResponses })),
      CodeMismatchException,
      ExpiredCodeException,
      NotAuthorizedException,
    );
    const { AccessToken, IdToken, RefreshToken, ExpiresIn } = answered?.AuthenticationResult ?? {};
    if (AccessToken === undefined || IdToken === undefined || RefreshToken === undefined) return undefined;
    return {
      access_token: AccessToken,
      id_token: IdToken,
      refresh_token: RefreshToken,
      expires_in: ExpiresIn ?? 0,
    };
  },
});
