import type { z } from 'zod';
import type { StripeAccount } from '../account.ts';
import { missing } from '../errors.ts';
import type { StripeObject } from '../types.ts';

/** One call with its parameters. `ids` are the path's, in order. */
export interface ApiCall<Params> {
  readonly ids: readonly string[];
  readonly params: Params;
  readonly testClocks: { readonly advance: (clock: string) => void };
}

/** An endpoint of the API. */
export interface ApiEndpoint {
  /** Parameters other than `expand`, which every endpoint has. */
  readonly schema: z.ZodType;
  readonly handle: (account: StripeAccount, call: ApiCall<never>) => unknown;
}

/** Endpoints by method and path, e.g. `GET /v1/customers/{}`. */
export type ApiEndpoints = Readonly<Record<`${'GET' | 'POST' | 'DELETE'} /v1/${string}`, ApiEndpoint>>;

/** Defines an endpoint: its response is the object or list as JSON. */
export const endpoint = <Schema extends z.ZodType>(
  schema: Schema,
  handle: (account: StripeAccount, call: ApiCall<z.output<Schema>>) => unknown,
): ApiEndpoint => ({ schema, handle: handle as ApiEndpoint['handle'] });

/** Parameters of a list. */
export interface Paging {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

const DEFAULT_LIMIT = 10;

/** One page of objects that are ordered newest first. */
export const pageOf = <T extends StripeObject>(objects: readonly T[], paging: Paging, url: string) => {
  const { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before } = paging;
  const indexOf = (id: string, param: string): number => {
    const index = objects.findIndex((object) => object.id === id);
    if (index < 0) throw missing('object', id, param);
    return index;
  };
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: objects.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  return {
    object: 'list',
    data: objects.slice(start, start + limit),
    has_more: start + limit < objects.length,
    url,
  };
};

/** A filter by creation time. */
export const createdWithin = (
  created: unknown,
  filter: { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined } = {},
): boolean => {
  const at = Number(created);
  return (
    (filter.gt === undefined || at > filter.gt) &&
    (filter.gte === undefined || at >= filter.gte) &&
    (filter.lt === undefined || at < filter.lt) &&
    (filter.lte === undefined || at <= filter.lte)
  );
};
