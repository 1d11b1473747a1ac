import * as apigw from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { acknowledge, reasons } from '../nag.ts';
import type { Stage } from '../stages.ts';
import type { AppFunction } from './app-function.ts';
import { hostOutput } from './host-output.ts';

/** Name of the API's stage, which is also the path at which the distribution serves it. */
export const LIVE_STAGE = 'ws';

/** HTTP methods of the operations on open connections. */
const METHODS = { post: 'POST', close: 'DELETE' } as const;

/** The WebSocket API. All three routes invoke one function. */
export class LiveApi extends Construct {
  readonly api: apigw.WebSocketApi;
  /** URL that clients connect to: `wss://host/stage`. */
  readonly endpoint: string;
  /** Host of the endpoint, for other stacks. */
  readonly host: string;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    this.api = new apigw.WebSocketApi(this, 'Api', {
      routeSelectionExpression: '$request.body.action',
      description: `soundstage ${stage.name} live`,
    });
    this.endpoint = `${this.api.apiEndpoint}/${LIVE_STAGE}`;
    this.host = hostOutput(this, 'Host', this.api.apiEndpoint);
    const served = new apigw.WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: LIVE_STAGE,
      autoDeploy: true,
      // Applies to handshakes and messages.
      throttle: { rateLimit: stage.apiThrottle.rate, burstLimit: stage.apiThrottle.burst },
    });
    for (const rule of ['AwsSolutions-APIG1', 'Serverless-APIGWAccessLogging'])
      acknowledge(served, rule, reasons.liveChannel);
  }

  /** Routes handshakes, messages and disconnects to a function. */
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

  /** Allows a function exactly these operations on open connections. */
  grant(target: AppFunction, ...operations: readonly (keyof typeof METHODS)[]): void {
    const resources = operations.map((operation) =>
      Stack.of(this).formatArn({
        service: 'execute-api',
        resource: this.api.apiId,
        resourceName: `${LIVE_STAGE}/${METHODS[operation]}/@connections/*`,
      }),
    );
    target.allow({ actions: ['execute-api:ManageConnections'], resources, wildcardReason: reasons.runtimeId });
  }
}
