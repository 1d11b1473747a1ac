import type { Route } from '../../http/route.ts';
import { createTicket } from './create-ticket.ts';
import type { LiveDeps } from './deps.ts';

/** The feature's endpoints. */
export const liveRoutes = (deps: LiveDeps): readonly Route[] => [createTicket(deps)];
