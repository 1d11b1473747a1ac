import { AppError } from '../../domain/app-error.ts';
import { sourceOf } from '../access/limit-visitors.ts';
import type { RouteRequest, Sender } from '../route.ts';
import type { GatewayEvent, HttpResponse, RequestState } from '../state.ts';

/** What a request says about its sender. */
const senderOf = (event: GatewayEvent): Sender => ({
  cookies: event.cookies ?? [],
  userAgent: event.headers['user-agent'],
  address: () => sourceOf(event),
  // https://w3c.github.io/gpc: the value of the header is `1` or there is none.
  globalPrivacyControl: event.headers['sec-gpc'] === '1',
});

/**
 * Runs the use case and builds the response. The body is parsed with the contract's schema for its status, so that
 * fields outside the contract cannot leak. A body that does not match the schema is an internal error.
 */
export const respond = async (
  event: GatewayEvent,
  { route, input, actor, raw, accessToken, smartToken, tokenText }: RequestState,
): Promise<HttpResponse> => {
  if (!route || !input) throw new AppError('internal_error');
  const { requestId } = event.requestContext;
  const sender = senderOf(event);
  const caller = { actor, accessToken, smartToken, tokenText, sender };
  const request = { ...input, ...caller, raw, requestId } as unknown as RouteRequest<typeof route.endpoint>;
  const { status, body, headers, cookies } = await route.handle(request);
  const schema = route.endpoint.responses[status];
  return {
    statusCode: status,
    headers: { ...(schema ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(cookies ? { cookies: [...cookies] } : {}),
    ...(schema ? { body: JSON.stringify(schema.parse(body)) } : {}),
  };
};
