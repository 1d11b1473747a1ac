import type { Step } from '../state.ts';

/** Headers of every response, including errors. The distribution adds those for pages. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Adds the headers that prevent caching and content type sniffing. */
export const securityHeaders = (): Step => {
  const add: NonNullable<Step['after']> = (request) => {
    if (request.response)
      request.response = { ...request.response, headers: { ...HEADERS, ...request.response.headers } };
  };
  return { after: add, onError: add };
};
