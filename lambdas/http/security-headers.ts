import type { Step } from './state.ts';

/** Headers of every answer, errors included. The distribution adds those that browsers need for pages. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Adds the headers that keep answers out of caches and from being guessed as another type. */
export const securityHeaders = (): Step => {
  const add: NonNullable<Step['after']> = (request) => {
    if (request.response)
      request.response = { ...request.response, headers: { ...HEADERS, ...request.response.headers } };
  };
  return { after: add, onError: add };
};
