import {
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  CodeMismatchException,
  ExpiredCodeException,
  GetUserAttributeVerificationCodeCommand,
  InvalidParameterException,
  LimitExceededException,
  NotAuthorizedException,
  VerifyUserAttributeCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { PhonePool } from '../../domain/factors/factors.ts';
import { mapped, type ErrorMap } from './pool-errors.ts';

const AttributeName = 'phone_number';

const errors: ErrorMap = [
  [CodeMismatchException, 'code_rejected'],
  [ExpiredCodeException, 'code_rejected'],
  [LimitExceededException, 'limit_reached'],
  [InvalidParameterException, 'invalid_state'],
  [NotAuthorizedException, 'unauthenticated'],
];

/** The phones of the user pool (Cognito). Users' tokens cannot set a number, so that only our limits apply. */
export const createPhonePool = (client: Pick<CognitoIdentityProviderClient, 'send'>, UserPoolId: string): PhonePool => {
  const setNumber = async (Username: string, Value: string) => {
    const UserAttributes = [
      { Name: AttributeName, Value },
      ...(Value === '' ? [] : [{ Name: `${AttributeName}_verified`, Value: 'false' }]),
    ];
    await mapped(client.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes })), errors);
  };
  return {
    async start(AccessToken, username, number) {
      await setNumber(username, number);
      const command = new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName });
      await mapped(client.send(command), errors);
    },
    async verify(AccessToken, Code) {
      await mapped(client.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName, Code })), errors);
    },
    async remove(Username, isLast) {
      const command = new AdminSetUserMFAPreferenceCommand({
        UserPoolId,
        Username,
        SMSMfaSettings: { Enabled: false, PreferredMfa: false },
        // Passkeys count as several factors only in addition to another second factor.
        ...(isLast ? { WebAuthnMfaSettings: { Enabled: false } } : {}),
      });
      await client.send(command);
      // An empty value deletes the number.
      await setNumber(Username, '');
    },
  };
};
