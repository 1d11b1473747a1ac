import { Duration, Names, Stack } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ACCESS_TOKEN_SECONDS } from '../../lambdas/contract/endpoint.ts';
import { passwordPolicy } from '../../lambdas/contract/people/password-policy.ts';
import { retentionDays } from '../../lambdas/contract/retention.ts';
import { acknowledge, reasons } from '../nag.ts';
import { removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';
import type { AppFunction } from './app-function.ts';

/** Properties of the user pool. */
export interface AppUserPoolProps {
  readonly stage: Stage;
  /** Writes the texts of invitations, and keeps Cognito from sending any other email. */
  readonly messages: AppFunction;
  /** Counts sign-ins that begin and those that are completed. A sign-in fails when it does. */
  readonly signIns: AppFunction;
}

/**
 * The accounts: generated usernames with the verified email as alias. Only administrators' calls create accounts, set
 * passwords and change addresses: our own endpoints, which answer alike for every address and limit emails, make them.
 */
export class AppUserPool extends Construct {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;
  /** Issuer in the tokens. */
  readonly issuer: string;
  /** URL of the token keys. */
  readonly jwksUri: string;

  constructor(scope: Construct, id: string, props: AppUserPoolProps) {
    super(scope, id);
    const { passkeyDomain, phoneFactor } = props.stage;
    this.pool = new cognito.UserPool(this, 'Pool', {
      signInAliases: { username: true, email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: false,
      // Cognito verifies nothing on its own, so no call of a user makes it send an email.
      autoVerify: {},
      // Not required, because a client must be able to write required attributes. Every account has an address.
      standardAttributes: { email: { required: false, mutable: true }, fullname: { required: false, mutable: true } },
      accountRecovery: cognito.AccountRecovery.NONE,
      mfa: cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { sms: phoneFactor, otp: true },
      ...(phoneFactor ? this.smsSettings() : {}),
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      // Without a domain of our own there is no lasting name that passkeys could belong to.
      ...(passkeyDomain === null
        ? {}
        : {
            passkeyRelyingPartyId: passkeyDomain,
            passkeyUserVerification: cognito.PasskeyUserVerification.REQUIRED,
            signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
          }),
      passwordPolicy: {
        ...passwordPolicy,
        tempPasswordValidity: Duration.days(retentionDays('invitations')),
      },
      email: props.stage.mailFrom
        ? cognito.UserPoolEmail.withSES({ fromEmail: props.stage.mailFrom, fromName: 'Soundstage' })
        : cognito.UserPoolEmail.withCognito(),
      lambdaTriggers: {
        customMessage: props.messages.function,
        preAuthentication: props.signIns.function,
      },
      deletionProtection: props.stage.keepData,
      removalPolicy: removalOf(props.stage),
    });
    const pool = this.pool.node.defaultChild as cognito.CfnUserPool;
    // The construct would add the same permission again. That of the other trigger allows this one too.
    pool.addPropertyOverride('LambdaConfig.PostAuthentication', props.signIns.function.functionArn);
    // A passkey with user verification replaces the code of an authenticator app. The construct lacks this property.
    if (passkeyDomain !== null) pool.webAuthnFactorConfiguration = 'MULTI_FACTOR_WITH_USER_VERIFICATION';
    acknowledge(this.pool, 'AwsSolutions-COG2', reasons.optionalMfa);
    acknowledge(this.pool, 'AwsSolutions-COG8', reasons.userPoolPlan);
    this.client = this.pool.addClient('Web', {
      authFlows: { userSrp: true, user: true },
      disableOAuth: true,
      generateSecret: false,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // Without the email address: a signed-in user changes it through our endpoint, which updates the profile too.
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ fullname: true }),
      // Short, because Cognito itself accepts an access token until it expires, even after its session has ended: with
      // a stolen one, a passkey could be registered.
      accessTokenValidity: Duration.seconds(ACCESS_TOKEN_SECONDS),
      idTokenValidity: Duration.seconds(ACCESS_TOKEN_SECONDS),
      refreshTokenValidity: Duration.days(30),
      refreshTokenRotationGracePeriod: Duration.seconds(60),
    });
    this.issuer = this.pool.userPoolProviderUrl;
    this.jwksUri = props.stage.userPoolEndpoint
      ? `${props.stage.userPoolEndpoint}/${this.pool.userPoolId}/.well-known/jwks.json`
      : `${this.pool.userPoolProviderUrl}/.well-known/jwks.json`;
  }
  /** The role with which Cognito sends SMS. It may send to phone numbers only, and no other account can use it. */
  private smsSettings(): Pick<cognito.UserPoolProps, 'smsRole' | 'smsRoleExternalId'> {
    const stack = Stack.of(this);
    const externalId = `soundstage-${Names.uniqueResourceName(this, { maxLength: 40 })}`;
    const smsRole = new iam.Role(this, 'SmsRole', {
      assumedBy: new iam.ServicePrincipal('cognito-idp.amazonaws.com', {
        conditions: { StringEquals: { 'sts:ExternalId': externalId, 'aws:SourceAccount': stack.account } },
      }),
      inlinePolicies: {
        Send: new iam.PolicyDocument({
          statements: [
            // Phone numbers are no resources: everything that is not a topic of SNS.
            new iam.PolicyStatement({ actions: ['sns:Publish'], notResources: ['arn:*:sns:*:*:*'] }),
          ],
        }),
      },
    });
    return { smsRole, smsRoleExternalId: externalId };
  }
}
