import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { withNamesOf } from './alert-views.ts';
import type { SecurityDeps } from './deps.ts';

/** Acknowledges an alert with a reason, once. */
export const acknowledgeAlert = ({ alerts, profiles, now }: SecurityDeps) =>
  route(endpoints['security.acknowledge-alert'], async ({ actor, requestId, params, body: { reason } }) => {
    const act = { by: { actor, requestId }, at: new Date(now()).toISOString() };
    const alert = await alerts.acknowledge(params.alertId, reason, act);
    return { status: 200, body: await withNamesOf(profiles, alert) };
  });
