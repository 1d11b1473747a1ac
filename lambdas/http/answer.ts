import { AppError } from '../domain/app-error.ts';
import type { RouteRequest } from './route.ts';
import type { GatewayEvent, HttpAnswer, RequestState } from './state.ts';

/**
 * Runs the use case and builds the answer. The body passes the contract's schema of its status, so that a field which
 * is not in the contract cannot leave; a body that does not fit it is our error.
 */
export const answer = async (event: GatewayEvent, { route, input, actor, raw }: RequestState): Promise<HttpAnswer> => {
  if (!route || !input) throw new AppError('internal_error');
  const request = { ...input, actor, raw, requestId: event.requestContext.requestId } as unknown as RouteRequest<
    typeof route.endpoint
  >;
  const { status, body, headers, cookies } = await route.handle(request);
  const schema = route.endpoint.responses[status];
  return {
    statusCode: status,
    headers: { ...(schema ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(cookies ? { cookies: [...cookies] } : {}),
    ...(schema ? { body: JSON.stringify(schema.parse(body)) } : {}),
  };
};
