import { endpoints } from '../../contract/index.ts';
import { toCleanupView } from '../../domain/privacy/cleanup.ts';
import { policiesAt } from '../../domain/privacy/policies.ts';
import { route } from '../../http/route.ts';
import type { RetentionDeps } from './deps.ts';

/** Lists the retention table by name, with the last runs of the cleanup. */
export const listPolicies = ({ runs }: RetentionDeps) =>
  route(endpoints['retention.list-policies'], async () => {
    const recent = await runs.listRecent();
    const last = recent.find(({ dry_run: isDry, finished_at: end }) => !isDry && end !== undefined);
    return {
      status: 200,
      body: { items: [...policiesAt(last?.finished_at ?? null)], runs: recent.map(toCleanupView) },
    };
  });
