import type { Route } from '../../http/route.ts';
import { confirmDevice } from './confirm-device.ts';
import type { SessionsDeps } from './deps.ts';
import { endOthers } from './end-others.ts';
import { endSession } from './end-session.ts';
import { getCurrent } from './get-current.ts';
import { listActivity } from './list-activity.ts';
import { listSessions } from './list-sessions.ts';
import { recognizeDevice } from './recognize-device.ts';
import { recordActivity } from './record-activity.ts';
import { recordPageView } from './record-page-view.ts';
import { recordPlace } from './record-place.ts';
import { renewSession } from './renew-session.ts';

/** The feature's endpoints. */
export const sessionsRoutes = (deps: SessionsDeps): readonly Route[] => [
  listSessions(deps),
  endSession(deps),
  endOthers(deps),
  recordActivity(deps),
  getCurrent(deps),
  recordPlace(deps),
  recordPageView(deps),
  listActivity(deps),
  recognizeDevice(deps),
  confirmDevice(deps),
  renewSession(deps),
];
