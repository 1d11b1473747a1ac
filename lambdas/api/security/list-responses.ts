import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { ResponsesDeps } from './response-deps.ts';
import { viewResponses } from './view-responses.ts';

/** Lists the newest responses. */
export const listResponses = (deps: ResponsesDeps) =>
  route(endpoints['security.list-responses'], async () => ({
    status: 200,
    body: { items: await viewResponses(deps, await deps.responses.list()) },
  }));
