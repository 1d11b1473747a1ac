import { Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigw from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Endpoint, EndpointAuth } from '../../lambdas/contract/endpoint.ts';
import { endpoints, type EndpointKey } from '../../lambdas/contract/index.ts';
import { acknowledgeOpenRoute } from '../nag.ts';
import { logRetention, removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';
import type { AppFunction } from './app-function.ts';
import { hostOutput } from './host-output.ts';
import type { AppUserPool } from './user-pool.ts';

/** Guards without an authorizer: a token is optional, not used, or not one of the user pool, or the body is signed. */
const OPEN: readonly EndpointAuth[] = ['public', 'optional', 'signature', 'token'];

/** The throttle of a route, in addition to that of the whole API; undefined for most. */
const routeThrottle = (
  { openWriteThrottle, signedThrottle }: Stage,
  { auth, method }: Pick<Endpoint, 'auth' | 'method'>,
): Stage['apiThrottle'] | undefined => {
  if (auth === 'signature') return signedThrottle;
  return OPEN.includes(auth) && method !== 'GET' ? openWriteThrottle : undefined;
};

/** Properties of the API. */
export interface ContractApiProps {
  readonly stage: Stage;
  readonly accounts: AppUserPool;
  /** Functions that serve the API; each serves the endpoints whose keys start with its folder. */
  readonly functions: readonly AppFunction[];
}

/** The HTTP API: exactly one route for each endpoint of the contract. */
export class ContractApi extends Construct {
  readonly api: apigw.HttpApi;
  /** Host of the API, for other stacks. */
  readonly host: string;

  constructor(scope: Construct, id: string, props: ContractApiProps) {
    super(scope, id);
    this.api = new apigw.HttpApi(this, 'Http', {
      createDefaultStage: false,
      description: `soundstage ${props.stage.name}`,
    });
    this.host = hostOutput(this, 'Host', this.api.apiEndpoint);
    const accessLogs = new logs.LogGroup(this, 'AccessLogs', {
      retention: logRetention(props.stage),
      removalPolicy: removalOf(props.stage),
    });
    const stage = new apigw.HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: props.stage.apiThrottle.rate, burstLimit: props.stage.apiThrottle.burst },
      // Six metrics for each route, billed by the hour, would cost more than the rest of a small stage. The access log
      // contains the same data.
      detailedMetricsEnabled: false,
      accessLogSettings: {
        destination: new apigw.LogGroupLogDestination(accessLogs),
        // No IP address, user agent or token. The request ID leads to the function's own log.
        format: AccessLogFormat.custom(
          JSON.stringify({
            requestId: '$context.requestId',
            routeKey: '$context.routeKey',
            status: '$context.status',
            latency: '$context.responseLatency',
            integrationError: '$context.integrationErrorMessage',
          }),
        ),
      },
    });
    const authorizer = new HttpJwtAuthorizer('Tokens', props.accounts.issuer, {
      jwtAudience: [props.accounts.client.userPoolClientId],
    });
    const throttled: Record<string, Readonly<Record<string, number>>> = {};
    const byFolder = new Map(props.functions.map((target) => [target.folder, target]));
    const integrations = new Map<string, HttpLambdaIntegration>();
    for (const [key, endpoint] of Object.entries(endpoints) as [EndpointKey, (typeof endpoints)[EndpointKey]][]) {
      const feature = key.slice(0, key.indexOf('.'));
      const target = byFolder.get(feature);
      if (!target) throw new Error(`No function serves the feature ${feature} of ${key}`);
      const integration =
        integrations.get(feature) ??
        new HttpLambdaIntegration(`${feature}-integration`, target.function, {
          payloadFormatVersion: apigw.PayloadFormatVersion.VERSION_2_0,
          timeout: Duration.seconds(29),
          scopePermissionToRoute: false,
        });
      integrations.set(feature, integration);
      const auth = endpoint.auth as EndpointAuth;
      const open = OPEN.includes(auth);
      const route = new apigw.HttpRoute(this, key, {
        httpApi: this.api,
        routeKey: apigw.HttpRouteKey.with(endpoint.path, endpoint.method as apigw.HttpMethod),
        integration,
        ...(open ? {} : { authorizer }),
      });
      if (open) acknowledgeOpenRoute(route);
      const limit = routeThrottle(props.stage, endpoint);
      if (limit) {
        const { rate, burst } = limit;
        throttled[`${endpoint.method} ${endpoint.path}`] = { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst };
        // The settings of a route that does not exist yet are an error.
        stage.node.addDependency(route);
      }
    }
    // Set with the low-level property, because CDK's own stage has only settings for all routes.
    (stage.node.defaultChild as apigw.CfnStage).routeSettings = throttled;
  }
}
