import type { Route } from '../../http/route.ts';
import { getSettings } from './get-settings.ts';
import { listResponses } from './list-responses.ts';
import { respond } from './respond.ts';
import type { ResponsesDeps } from './response-deps.ts';
import { setSettings } from './set-settings.ts';
import { undoResponse } from './undo-response.ts';

/** The endpoints of responses to alerts and of their settings. */
export const responseRoutes = (deps: ResponsesDeps): readonly Route[] => [
  respond(deps),
  undoResponse(deps),
  listResponses(deps),
  getSettings(deps),
  setSettings(deps),
];
