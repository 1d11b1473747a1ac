import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { openApiDocument } from '../../http/openapi.ts';

/** Returns the OpenAPI document, which the first call creates from the contract. So it matches what the API accepts. */
export const getOpenapi = () => {
  let document: ReturnType<typeof openApiDocument> | undefined;
  return route(endpoints['docs.get-openapi'], async () => ({
    status: 200,
    body: (document ??= openApiDocument(endpoints)),
    headers: { 'cache-control': 'public, max-age=300' },
  }));
};
