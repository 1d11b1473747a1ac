import type { RetentionPolicy } from '../../contract/admin/retention.ts';
import { enforcement, retention, type RetentionKey } from '../../contract/retention.ts';

const DAY_SECONDS = 86_400;

/** The retention table as administrators see it, by name. `cleanedAt`: when the cleanup last finished. */
export const policiesAt = (cleanedAt: string | null): readonly RetentionPolicy[] =>
  (Object.keys(retention) as RetentionKey[]).sort().map((name) => ({
    table_name: name,
    retention_period_seconds: retention[name],
    retention_period_days: retention[name] / DAY_SECONDS,
    last_cleanup_at: enforcement[name] === 'cleanup' ? cleanedAt : null,
    auto_cleanup_enabled: true,
    enforced_by: enforcement[name],
  }));
