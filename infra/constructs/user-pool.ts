import { Duration } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { passwordPolicy } from '../../lambdas/contract/people/password-policy.ts';
import { acknowledge, reasons } from '../nag.ts';
import { removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';
import type { AppFunction } from './app-function.ts';

/** Properties of the user pool. */
export interface AppUserPoolProps {
  readonly stage: Stage;
  /** Writes the texts of emails. */
  readonly messages: AppFunction;
  /** Creates profile and rights when an account is confirmed. */
  readonly confirmed: AppFunction;
}

/** The accounts: generated usernames with the email as alias, so that sign-up does not reveal existing addresses. */
export class AppUserPool extends Construct {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;
  /** Issuer in the tokens. */
  readonly issuer: string;
  /** URL of the token keys. */
  readonly jwksUri: string;

  constructor(scope: Construct, id: string, props: AppUserPoolProps) {
    super(scope, id);
    this.pool = new cognito.UserPool(this, 'Pool', {
      signInAliases: { username: true, email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: true,
      autoVerify: { email: true },
      standardAttributes: { email: { required: true, mutable: true }, fullname: { required: false, mutable: true } },
      keepOriginal: { email: true },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      mfa: cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      passwordPolicy: {
        ...passwordPolicy,
        tempPasswordValidity: Duration.days(7),
      },
      email: props.stage.mailFrom
        ? cognito.UserPoolEmail.withSES({ fromEmail: props.stage.mailFrom, fromName: 'Soundstage' })
        : cognito.UserPoolEmail.withCognito(),
      lambdaTriggers: { customMessage: props.messages.function, postConfirmation: props.confirmed.function },
      deletionProtection: props.stage.keepData,
      removalPolicy: removalOf(props.stage),
    });
    acknowledge(this.pool, 'AwsSolutions-COG2', reasons.optionalMfa);
    acknowledge(this.pool, 'AwsSolutions-COG8', reasons.userPoolPlan);
    this.client = this.pool.addClient('Web', {
      authFlows: { userSrp: true },
      disableOAuth: true,
      generateSecret: false,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      refreshTokenRotationGracePeriod: Duration.seconds(60),
    });
    this.issuer = this.pool.userPoolProviderUrl;
    this.jwksUri = props.stage.userPoolEndpoint
      ? `${props.stage.userPoolEndpoint}/${this.pool.userPoolId}/.well-known/jwks.json`
      : `${this.pool.userPoolProviderUrl}/.well-known/jwks.json`;
  }
}
