import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { openApiDocument } from '../../http/openapi.ts';

/** This API as a document, made at the first call of a container: it cannot differ from what the server parses by. */
export const getOpenapi = () => {
  let document: ReturnType<typeof openApiDocument> | undefined;
  return route(endpoints['docs.get-openapi'], async () => ({
    status: 200,
    body: (document ??= openApiDocument(endpoints)),
    headers: { 'cache-control': 'public, max-age=300' },
  }));
};
