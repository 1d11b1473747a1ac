import { defineEngine } from '../engine.ts';
import { cognitoEngine } from '../engines/cognito/users/entry.ts';
import { functionEngine } from '../functions/entry.ts';
import { guardInvoke } from '../iam/guards.ts';
import { metricsEngine } from '../metrics/entry.ts';
import { createApiMetrics } from './api-metrics.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { apiResources } from './http-resources.ts';
import { createWebSocketGateway, type WebSocketGateway } from './websocket-gateway.ts';
import { createConnectionsService } from './websocket-management.ts';

/** The HTTP APIs and WebSocket APIs of the template. */
export interface ApiGateway {
  readonly gateway: Gateway;
  readonly webSockets: WebSocketGateway;
}

/** API Gateway. */
export const apiGatewayEngine = defineEngine({
  name: 'API Gateway',
  needs: { functions: functionEngine, pools: cognitoEngine, metrics: metricsEngine },
  faults: [
    {
      name: 'execute-api',
      label: 'Live channel (API Gateway)',
      signingName: 'execute-api',
      throttled: [
        'LimitExceededException',
        429,
        'The client is sending more than the allowed number of requests per unit of time.',
      ],
      failing: ['InternalServerErrorException', 500, 'Internal server error'],
    },
  ],
  create({ clock, access, authorizeRest, handleInternal }, { functions, pools, metrics }) {
    const invoke = guardInvoke(functions, access);
    const instance: ApiGateway = {
      gateway: createGateway({ clock, invoke, keysOf: pools.keysOf, onRequest: createApiMetrics(metrics.store) }),
      webSockets: createWebSocketGateway({ clock, invoke, manage: handleInternal }),
    };
    return {
      instance,
      services: [createConnectionsService(instance.webSockets, authorizeRest)],
      resources: apiResources({ ...instance, functions }),
      stop: instance.webSockets.stop,
    };
  },
});
