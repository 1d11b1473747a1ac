import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { ResponsesDeps } from './response-deps.ts';
import { viewResponse } from './view-responses.ts';

/** Ends what a response restricts. */
export const undoResponse = (deps: ResponsesDeps) =>
  route(endpoints['security.undo-response'], async ({ actor, body: { reason }, params: { responseId }, requestId }) => {
    const at = new Date(deps.now()).toISOString();
    const undone = await deps.responses.undo(responseId, { actor, requestId, reason }, at);
    return { status: 200, body: await viewResponse(deps, undone) };
  });
