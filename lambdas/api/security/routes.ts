import type { Route } from '../../http/route.ts';
import { inputValidator } from './input-validator.ts';
import { listEvents } from './list-events.ts';
import { listOwnEvents } from './list-own-events.ts';
import { logEvent } from './log-event.ts';
import { acknowledgeAlert } from './acknowledge-alert.ts';
import type { SecurityDeps } from './deps.ts';
import { getOverview } from './get-overview.ts';
import { labelAlert } from './label-alert.ts';
import { listAlerts } from './list-alerts.ts';

/** The feature's endpoints. */
export const securityRoutes = (deps: SecurityDeps): readonly Route[] => [
  inputValidator(deps),
  listEvents(deps),
  listOwnEvents(deps),
  logEvent(deps),
  listAlerts(deps),
  acknowledgeAlert(deps),
  labelAlert(deps),
  getOverview(deps),
];
