import type { Clock } from '../clock.ts';
import type { InvokeFunction, InvokeResult, ServiceCaller } from '../invoke.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/service.ts';

/**
 * Time limit of an integration in milliseconds: API Gateway's own, and below CloudFront's 30 s, so that clients receive
 * a response.
 */
export const INTEGRATION_LIMIT_MS = 29_000;

/** A Lambda integration. */
export interface Integration {
  readonly functionArn: string;
  readonly timeoutMs?: number;
}

/**
 * Runs an integration's function; `late` after its time limit. `route` is `<api>/<stage>/<route>`, as in the function's
 * permissions.
 */
export type RunIntegration = (
  integration: Integration,
  event: unknown,
  route: string,
) => Promise<InvokeResult | 'late'>;

/** API Gateway as the caller that a function's permissions name: the service, acting for one route. */
const callerOf = (route: string): ServiceCaller => ({
  service: 'apigateway.amazonaws.com',
  sourceArn: `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${route}`,
});

/** Creates the runner of a gateway's integrations. */
export const createIntegrationRunner =
  (clock: Clock, invoke: InvokeFunction): RunIntegration =>
  (integration, event, route) =>
    new Promise((resolve, reject) => {
      const limit = Math.min(integration.timeoutMs ?? INTEGRATION_LIMIT_MS, INTEGRATION_LIMIT_MS);
      const cancel = clock.after(limit, () => resolve('late'));
      invoke(integration.functionArn, event, callerOf(route)).then(resolve, reject).finally(cancel);
    });
