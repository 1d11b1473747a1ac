import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { withNamesOf } from './alert-views.ts';
import type { SecurityDeps } from './deps.ts';

/** Records what a person found out about an alert. A later label replaces it. */
export const labelAlert = ({ alerts, profiles, now }: SecurityDeps) =>
  route(endpoints['security.label-alert'], async ({ actor, requestId, params, body: { label } }) => {
    const act = { by: { actor, requestId }, at: new Date(now()).toISOString() };
    const alert = await alerts.label(params.alertId, label, act);
    return { status: 200, body: await withNamesOf(profiles, alert) };
  });
