import type { Route } from '../../http/route.ts';
import type { WebhookDeps } from './deps.ts';
import { receiveEvent } from './receive-event.ts';

/** The feature's endpoints. */
export const webhookRoutes = (deps: WebhookDeps): readonly Route[] => [receiveEvent(deps)];
