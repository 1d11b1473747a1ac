import { MINIMUM_REQUESTS } from '../../contract/delivery/monitor-rules.ts';
import { endpoints } from '../../contract/index.ts';
import { hourOf, hourView } from '../../domain/delivery/site-window.ts';
import { route } from '../../http/route.ts';
import type { MonitorDeps } from './deps.ts';

const HOUR_MS = 3_600_000;

/** Returns the hours of the site for plots. Hours without logs are left out. */
export const listHours = ({ reader, now }: MonitorDeps) =>
  route(endpoints['delivery-monitor.list-hours'], async ({ query: { hours } }) => {
    const at = now();
    const found = await reader.hours(at, hours);
    return {
      status: 200,
      body: {
        items: found.map(hourView),
        from: hourOf(at - (hours - 1) * HOUR_MS),
        to: new Date(at).toISOString(),
        minimum: MINIMUM_REQUESTS,
      },
    };
  });
