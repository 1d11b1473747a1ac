import * as apigw from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { acknowledge, reasons } from '../nag.ts';
import type { Stage } from '../stages.ts';
import type { AppFunction } from './app-function.ts';

/** The stage's name is the path at which the distribution serves it. */
export const LIVE_STAGE = 'ws';

/** What a function does with open connections. */
const METHODS = { post: 'POST', close: 'DELETE' } as const;

/** The WebSocket API: its three routes end in one function. */
export class LiveApi extends Construct {
  readonly api: apigw.WebSocketApi;
  /** Where clients connect to, `wss://host/stage`. */
  readonly endpoint: string;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    this.api = new apigw.WebSocketApi(this, 'Api', {
      routeSelectionExpression: '$request.body.action',
      description: `soundstage ${stage.name} live`,
    });
    this.endpoint = `${this.api.apiEndpoint}/${LIVE_STAGE}`;
    const served = new apigw.WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: LIVE_STAGE,
      autoDeploy: true,
      // Handshakes and messages alike.
      throttle: { rateLimit: stage.apiThrottle.rate, burstLimit: stage.apiThrottle.burst },
    });
    for (const rule of ['AwsSolutions-APIG1', 'Serverless-APIGWAccessLogging'])
      acknowledge(served, rule, reasons.liveChannel);
  }

  /** Lets a function serve handshakes, messages and farewells. */
  serveBy(target: AppFunction): void {
    const integration = new WebSocketLambdaIntegration('Socket', target.function);
    for (const [name, routeKey] of Object.entries({
      Connect: '$connect',
      Disconnect: '$disconnect',
      Default: '$default',
    })) {
      const route = new apigw.WebSocketRoute(this, name, { webSocketApi: this.api, routeKey, integration });
      acknowledge(route, 'AwsSolutions-APIG4', reasons.liveChannel);
    }
  }

  /** Lets a function do exactly this with the open connections. */
  grant(target: AppFunction, ...doings: readonly (keyof typeof METHODS)[]): void {
    const resources = doings.map((doing) =>
      Stack.of(this).formatArn({
        service: 'execute-api',
        resource: this.api.apiId,
        resourceName: `${LIVE_STAGE}/${METHODS[doing]}/@connections/*`,
      }),
    );
    target.allow({ actions: ['execute-api:ManageConnections'], resources, wildcardReason: reasons.runtimeId });
  }
}
