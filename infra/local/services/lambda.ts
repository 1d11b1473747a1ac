import { parseJson } from '../aws/json-service.ts';
import { restJsonService, route } from '../aws/rest-json-service.ts';
import { AwsError, type LocalService } from '../aws/service.ts';
import { defineEngine } from '../engine.ts';
import type { AsyncInvoker } from '../events/async-invoke.ts';
import { busEngine } from '../events/bus/entry.ts';
import { functionEngine } from '../functions/entry.ts';
import type { Functions } from '../functions/functions.ts';
import type { Authorize } from '../iam/access.ts';

/** The functions behind the API, and how to call them. */
export interface LambdaServiceOptions {
  readonly functions: Pick<Functions, 'find' | 'invoke'>;
  readonly invoker: Pick<AsyncInvoker, 'invokeAsync'>;
  readonly authorize?: Authorize;
}

/** Largest event that Lambda accepts in a synchronous call, in bytes. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

const malformedEvent = (): AwsError =>
  new AwsError('InvalidRequestContentException', 'Could not parse request body into json');

/** Lambda's Invoke, for operators and for functions that call other functions. */
export const createLambdaService = ({ functions, invoker, authorize }: LambdaServiceOptions): LocalService => {
  const invoke = route(
    'POST',
    '/2015-03-31/functions/{name}/invocations',
    async ({ path: { name }, caller, headers, bytes }) => {
      const found = functions.find(name);
      if (!found) throw new AwsError('ResourceNotFoundException', `Function not found: ${name}`, 404);
      authorize?.(caller, 'lambda:InvokeFunction', found.arn);
      const event = parseJson((await bytes(MAX_EVENT_BYTES)).toString('utf8'), malformedEvent);
      if (headers['x-amz-invocation-type'] === 'Event') {
        void invoker.invokeAsync(found.arn, event).catch((error: unknown) => console.error(error));
        return { status: 202 };
      }
      const { payload, error } = await functions.invoke(found.arn, event);
      return {
        body: error ?? payload ?? null,
        ...(error ? { headers: { 'x-amz-function-error': 'Unhandled' } } : {}),
      };
    },
  );
  return restJsonService({
    signingName: 'lambda',
    routes: [invoke],
    unknown: () => new AwsError('UnknownOperationException', 'The local cloud supports Invoke of Lambda only', 404),
  });
};

/** Lambda's API. */
export const lambdaEngine = defineEngine({
  name: 'Lambda',
  needs: { functions: functionEngine, bus: busEngine },
  create: ({ authorizeRest }, { functions, bus }) => ({
    instance: undefined,
    services: [createLambdaService({ functions, invoker: bus.invoker, authorize: authorizeRest })],
  }),
});
