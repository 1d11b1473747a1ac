import type { Route } from '../../http/route.ts';
import { inputValidator } from './input-validator.ts';
import { listEvents } from './list-events.ts';
import { listOwnEvents } from './list-own-events.ts';
import { logEvent } from './log-event.ts';
import type { SecurityDeps } from './deps.ts';

/** The feature's endpoints. */
export const securityRoutes = (deps: SecurityDeps): readonly Route[] => [
  inputValidator(deps),
  listEvents(deps),
  listOwnEvents(deps),
  logEvent(deps),
];
