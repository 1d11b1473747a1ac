import { endpoints } from '../../contract/index.ts';
import { overviewOf } from '../../domain/delivery/overview.ts';
import { route } from '../../http/route.ts';
import type { MonitorDeps } from './deps.ts';
import { readEvidence } from './read-evidence.ts';

/** Returns what the overview of the CDN monitor shows. It calls no other service, so screens can ask often. */
export const getOverview = (deps: MonitorDeps) =>
  route(endpoints['delivery-monitor.get-overview'], async () => {
    const [evidence, rules] = await Promise.all([readEvidence(deps), deps.reader.rules()]);
    const openAlerts = await deps.reader.openAlerts(rules);
    return { status: 200, body: overviewOf({ ...evidence, openAlerts }) };
  });
