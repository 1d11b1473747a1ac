import { AppError } from '../../domain/app-error.ts';
import { assertSimpleJson } from './body-limits.ts';
import type { Step } from '../state.ts';

/**
 * Parses the JSON body for endpoints that have one. Throws `malformed_json` when it is not JSON or not UTF-8, and
 * `body_too_large` when it is nested too deeply or has too many values. The content type of the request is ignored:
 * callers authenticate with a bearer header, which forms and pages of other sites cannot send, and the API accepts no
 * cookies. So a 415 response would add no protection.
 */
export const parseBody = (): Step => ({
  before({ event, internal }) {
    if (!internal.route?.endpoint.body || !event.body) return;
    try {
      const text = event.isBase64Encoded
        ? new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(event.body, 'base64'))
        : event.body;
      assertSimpleJson(text);
      internal.body = JSON.parse(text) as unknown;
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('malformed_json');
    }
  },
});
