import { AppError } from '../domain/app-error.ts';
import type { Step } from './state.ts';

/**
 * Reads the JSON body of endpoints that take one. Refuses text that is not JSON, or not UTF-8, as `malformed_json`.
 * What the request calls its content is not asked: a caller proves itself by a bearer header, which no form and no
 * other site's page can send, and no cookie opens the API. So nothing would be won by a 415, and a client that names no
 * type is still served.
 */
export const parseBody = (): Step => ({
  before({ event, internal }) {
    if (!internal.route?.endpoint.body || !event.body) return;
    try {
      const text = event.isBase64Encoded
        ? new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(event.body, 'base64'))
        : event.body;
      internal.body = JSON.parse(text) as unknown;
    } catch {
      throw new AppError('malformed_json');
    }
  },
});
