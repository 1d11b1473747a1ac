import { AppError } from '../domain/app-error.ts';
import type { RouteRequest } from './route.ts';
import type { GatewayEvent, HttpResponse, RequestState } from './state.ts';

/**
 * Runs the use case and builds the response. The body is parsed with the contract's schema for its status, so that
 * fields outside the contract cannot leak. A body that does not match the schema is an internal error.
 */
export const respond = async (
  event: GatewayEvent,
  { route, input, actor, raw }: RequestState,
): Promise<HttpResponse> => {
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
