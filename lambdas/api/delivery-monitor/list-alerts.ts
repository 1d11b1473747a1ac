import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { MonitorDeps } from './deps.ts';

/** Lists the delivery alerts with their outcome, newest first. */
export const listAlerts = ({ alerts }: MonitorDeps) =>
  route(endpoints['delivery-monitor.list-alerts'], async ({ query: { cursor, limit } }) => {
    const { items, next_cursor } = await alerts.list({ cursor, limit });
    return { status: 200, body: { items: [...items], next_cursor } };
  });
