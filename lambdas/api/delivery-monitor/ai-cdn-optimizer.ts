import { endpoints } from '../../contract/index.ts';
import { optimize } from '../../domain/delivery/optimizer.ts';
import { outdatedFields } from '../../domain/delivery/overview.ts';
import { route } from '../../http/route.ts';
import type { MonitorDeps } from './deps.ts';
import { readEvidence } from './read-evidence.ts';

/** Returns what would improve the delivery. What the caller sends changes no number. */
export const aiCdnOptimizer = (deps: MonitorDeps) =>
  route(endpoints['delivery-monitor.ai-cdn-optimizer'], async ({ body: { analytics = {}, phases } }) => {
    const evidence = await readEvidence(deps);
    const { optimizations, unchecked } = optimize(evidence);
    return {
      status: 200,
      body: {
        optimizations: optimizations.filter(({ phase }) => phases === undefined || phases.includes(phase)),
        unchecked: [...unchecked],
        outdated: outdatedFields(analytics, evidence),
      },
    };
  });
