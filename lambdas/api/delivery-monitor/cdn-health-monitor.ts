import { endpoints } from '../../contract/index.ts';
import { healthFrom } from '../../domain/delivery/overview.ts';
import { route } from '../../http/route.ts';
import type { MonitorDeps } from './deps.ts';
import { readEvidence } from './read-evidence.ts';

/** Returns the health score with its parts. */
export const cdnHealthMonitor = (deps: MonitorDeps) =>
  route(endpoints['delivery-monitor.cdn-health-monitor'], async () => ({
    status: 200,
    body: healthFrom(await readEvidence(deps)),
  }));
