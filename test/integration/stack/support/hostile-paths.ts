import { endpoints } from '../../../../lambdas/contract/index.ts';
import { headersFor, pathOf, type Api } from '../../../support/api.ts';
import { callWith, type InputField } from '../../../support/attacks/hostile-fields.ts';
import type { RawResponse } from '../../../support/attacks/raw-http.ts';

/** A text in place of a parameter of a path. */
export interface PathCase {
  readonly inputField: InputField;
  /** Sent as it is, without percent-encoding. */
  readonly id: string;
}

/**
 * Whether a text reaches our code. Longer paths exceed the server's header limit. A smart token's proof contains the
 * path, and a proof of more than 2,000 characters is rejected before anything else.
 */
export const fitsInPath = ({ inputField: { row }, id }: PathCase): boolean =>
  id.length < (row.input.proof ? 500 : 15_000);

/** Sends a row's own call with such a text. `token`: the caller's, unless the row proves its calls. */
export const sendInPath = (
  { api, origin, token }: { readonly api: Api; readonly origin: string; readonly token: string },
  { inputField, id }: PathCase,
): Promise<RawResponse> => {
  const { key, input } = inputField.row;
  const { method } = endpoints[key];
  const path = pathOf(key, callWith(inputField, 'HERE')).replace('HERE', () => id);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  return api.send(path, {
    method,
    headers: { ...headersFor(token, body !== undefined), ...input.proof?.({ method, url: `${origin}${path}` }) },
    ...(body === undefined ? {} : { body }),
  });
};
