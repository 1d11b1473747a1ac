import type { RawRequest } from '../route.ts';
import type { GatewayEvent } from '../state.ts';

/** The request as it arrived. The gateway encodes bodies that are not text as base64. */
export const rawRequestOf = ({ body = '', headers, isBase64Encoded }: GatewayEvent): RawRequest => ({
  body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  headers,
});
