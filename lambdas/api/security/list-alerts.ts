import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { withNames } from './alert-views.ts';
import type { SecurityDeps } from './deps.ts';

/** Lists the newest alerts in a state. */
export const listAlerts = ({ alerts, profiles }: SecurityDeps) =>
  route(endpoints['security.list-alerts'], async ({ query: { state } }) => ({
    status: 200,
    body: { items: [...(await withNames(profiles, await alerts.list(state)))] },
  }));
