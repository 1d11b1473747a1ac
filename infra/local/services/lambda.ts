import { AwsError, type LocalService, readBody, sendJson, sendJsonError } from '../aws/service.ts';
import type { AsyncInvoker } from '../events/async-invoke.ts';
import type { Functions } from '../functions/functions.ts';
import type { Authorize } from '../iam/access.ts';

/** The functions behind the API, and how to call them. */
export interface LambdaServiceOptions {
  readonly functions: Pick<Functions, 'find' | 'invoke'>;
  readonly invoker: Pick<AsyncInvoker, 'invokeAsync'>;
  readonly authorize?: Authorize;
}

const INVOKE = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
/** Largest event that Lambda accepts in a synchronous call, in bytes. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** Lambda's Invoke, for operators and for functions that call other functions. */
export const createLambdaService = ({ functions, invoker, authorize }: LambdaServiceOptions): LocalService => ({
  signingName: 'lambda',
  async handle(request, response, caller) {
    try {
      const name = INVOKE.exec((request.url ?? '').split('?')[0] ?? '')?.[1];
      if (name === undefined || request.method !== 'POST')
        throw new AwsError('UnknownOperationException', 'The local cloud supports Invoke of Lambda only', 404);
      const found = functions.find(decodeURIComponent(name));
      if (!found)
        throw new AwsError('ResourceNotFoundException', `Function not found: ${decodeURIComponent(name)}`, 404);
      authorize?.(caller, 'lambda:InvokeFunction', found.arn);
      const text = (await readBody(request, MAX_EVENT_BYTES)).toString('utf8');
      const event: unknown = text === '' ? {} : JSON.parse(text);
      if (request.headers['x-amz-invocation-type'] === 'Event') {
        void invoker.invokeAsync(found.arn, event).catch((error: unknown) => console.error(error));
        return sendJson(response, 202, undefined, 'application/json');
      }
      const { payload, error } = await functions.invoke(found.arn, event);
      return sendJson(
        response,
        200,
        error ?? payload ?? null,
        'application/json',
        error ? { 'x-amz-function-error': 'Unhandled' } : {},
      );
    } catch (error) {
      return sendJsonError(
        response,
        error instanceof SyntaxError
          ? new AwsError('InvalidRequestContentException', 'Could not parse request body into json')
          : error,
      );
    }
  },
});
