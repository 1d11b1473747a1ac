import {
  AdminDeleteSoftwareTokenCommand,
  AdminGetUserCommand,
  AssociateSoftwareTokenCommand,
  CodeMismatchException,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  EnableSoftwareTokenMFAException,
  GetUserCommand,
  InvalidParameterException,
  LimitExceededException,
  ListUsersCommand,
  ListWebAuthnCredentialsCommand,
  NotAuthorizedException,
  ResourceNotFoundException,
  SetUserMFAPreferenceCommand,
  SoftwareTokenMFANotFoundException,
  StartWebAuthnRegistrationCommand,
  UserNotFoundException,
  VerifySoftwareTokenCommand,
  WebAuthnChallengeNotFoundException,
  WebAuthnClientMismatchException,
  WebAuthnConfigurationMissingException,
  WebAuthnCredentialNotSupportedException,
  WebAuthnNotEnabledException,
  WebAuthnOriginNotAllowedException,
  WebAuthnRelyingPartyMismatchException,
  type AttributeType,
  type CognitoIdentityProviderClient,
  type CompleteWebAuthnRegistrationCommandInput,
  type ListWebAuthnCredentialsCommandOutput,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../../domain/app-error.ts';
import type { FactorPool, PoolPasskey } from '../../domain/factors/factors.ts';
import { mapped as mappedBy, unless, type ErrorMap } from './pool-errors.ts';

/** Errors of the user pool that mean the same for every call. */
const common: ErrorMap = [
  [NotAuthorizedException, 'unauthenticated'],
  [UserNotFoundException, 'unauthenticated'],
  [LimitExceededException, 'limit_reached'],
  [WebAuthnNotEnabledException, 'invalid_state'],
  [WebAuthnConfigurationMissingException, 'invalid_state'],
];
const wrongCode: ErrorMap = [
  [EnableSoftwareTokenMFAException, 'code_rejected'],
  [CodeMismatchException, 'code_rejected'],
  [InvalidParameterException, 'invalid_state'],
];
const wrongPasskey: ErrorMap = [
  [WebAuthnChallengeNotFoundException, 'passkey_rejected'],
  [WebAuthnClientMismatchException, 'passkey_rejected'],
  [WebAuthnCredentialNotSupportedException, 'passkey_rejected'],
  [WebAuthnOriginNotAllowedException, 'passkey_rejected'],
  [WebAuthnRelyingPartyMismatchException, 'passkey_rejected'],
  [InvalidParameterException, 'passkey_rejected'],
];

/** Waits for a call, and throws the API's error for an error of the user pool. */
const mapped = <T>(call: Promise<T>, errors: ErrorMap = []): Promise<T> => mappedBy(call, [...errors, ...common]);

const attribute = (attributes: readonly AttributeType[] | undefined, name: string): string | undefined =>
  attributes?.find(({ Name }) => Name === name)?.Value;

/** The factors of the user pool (Cognito). */
export const createFactorPool = (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  UserPoolId: string,
): FactorPool => {
  const passkeysOf = async (AccessToken: string): Promise<readonly PoolPasskey[]> => {
    const found: PoolPasskey[] = [];
    let NextToken: string | undefined;
    do {
      const page: ListWebAuthnCredentialsCommandOutput = await mapped(
        client.send(new ListWebAuthnCredentialsCommand({ AccessToken, NextToken })),
      );
      for (const { CredentialId: id, CreatedAt } of page.Credentials ?? [])
        if (id !== undefined) found.push({ id, createdAt: CreatedAt?.toISOString() ?? null });
      ({ NextToken } = page);
    } while (NextToken !== undefined);
    return found;
  };

  return {
    async list(AccessToken) {
      const [user, passkeys] = await Promise.all([
        mapped(client.send(new GetUserCommand({ AccessToken }))),
        passkeysOf(AccessToken),
      ]);
      const { Username: username = '', UserMFASettingList: settings = [] } = user;
      const phone = settings.includes('SMS_MFA') ? (attribute(user.UserAttributes, 'phone_number') ?? null) : null;
      return { username, hasTotp: settings.includes('SOFTWARE_TOKEN_MFA'), phone, passkeys };
    },

    async startTotp(AccessToken) {
      const { SecretCode } = await mapped(client.send(new AssociateSoftwareTokenCommand({ AccessToken })));
      if (SecretCode === undefined) throw new Error('The user pool returned no secret');
      return SecretCode;
    },

    async verifyTotp(AccessToken, UserCode) {
      const command = new VerifySoftwareTokenCommand({ AccessToken, UserCode });
      if ((await mapped(client.send(command), wrongCode)).Status !== 'SUCCESS') throw new AppError('code_rejected');
    },

    async prefer(AccessToken, { totp, phone, passkeys }) {
      const command = new SetUserMFAPreferenceCommand({
        AccessToken,
        ...(totp ? { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } } : {}),
        ...(phone ? { SMSMfaSettings: { Enabled: true, PreferredMfa: !totp } } : {}),
        // The pool accepts passkeys as several factors only in addition to another second factor.
        WebAuthnMfaSettings: { Enabled: (totp || phone) && passkeys },
      });
      await mapped(client.send(command));
    },

    async startPasskey(AccessToken) {
      const answer = await mapped(client.send(new StartWebAuthnRegistrationCommand({ AccessToken })));
      return answer.CredentialCreationOptions as Readonly<Record<string, unknown>>;
    },

    async verifyPasskey(AccessToken, credential) {
      const Credential = credential as unknown as CompleteWebAuthnRegistrationCommandInput['Credential'];
      await mapped(client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential })), wrongPasskey);
    },

    async removePasskey(AccessToken, CredentialId) {
      const command = new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId });
      return (await mapped(unless(client.send(command), ResourceNotFoundException))) !== undefined;
    },

    async removeTotp(Username) {
      const command = new AdminDeleteSoftwareTokenCommand({ UserPoolId, Username });
      return (await unless(client.send(command), SoftwareTokenMFANotFoundException)) !== undefined;
    },

    async accountOf(name) {
      try {
        const found = await client.send(new AdminGetUserCommand({ UserPoolId, Username: name }));
        const userId = attribute(found.UserAttributes, 'sub');
        return found.Enabled && userId !== undefined ? { userId, username: found.Username ?? name } : undefined;
      } catch (error) {
        // The second: a text that cannot be a name.
        if (error instanceof UserNotFoundException || error instanceof InvalidParameterException) return undefined;
        throw error;
      }
    },

    async accountOfUser(userId) {
      const Filter = `sub = "${userId}"`;
      const { Users: [user] = [] } = await client.send(new ListUsersCommand({ UserPoolId, Filter, Limit: 1 }));
      return user?.Username === undefined ? undefined : { userId, username: user.Username };
    },
  };
};
