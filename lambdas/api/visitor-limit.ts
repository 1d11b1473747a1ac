import { createRateCounters } from '../data/people/rate-counter-repository.ts';
import type { HttpDeps } from '../http/http-function.ts';
import { createParameters, type Parameters } from '../platform/parameters.ts';
import type { ApiParts } from './api-function.ts';

/** Counts calls of visitors who are not signed in, under a key that is derived from the one of page cursors. */
export const limitsVisitors =
  (env: { readonly CURSOR_KEY_PARAMETER: string }, parameters: Parameters = createParameters()) =>
  ({ table }: Pick<ApiParts, 'table'>): Pick<HttpDeps, 'visitors'> => ({
    visitors: { counters: createRateCounters(table), readKey: () => parameters.read(env.CURSOR_KEY_PARAMETER) },
  });
