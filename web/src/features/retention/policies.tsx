import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CleanupRun, RetentionPolicy } from '../../../../lambdas/contract/admin/retention.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Table } from '../../ui/layout/lists/table.tsx';
import { policiesQuery, runCleanup } from './api.ts';
import styles from './retention.module.css';
import { retentionTexts as texts } from './texts.ts';

const headsOf = (labels: readonly string[]) => labels.map((label) => ({ label }));

const lastCleanup = ({ enforced_by: by, last_cleanup_at: at }: RetentionPolicy): string => {
  if (by !== 'cleanup') return texts.continuous;
  return at === null ? texts.never : formatMoment(at);
};

const Policies = ({ policies }: { readonly policies: readonly RetentionPolicy[] }) => (
  <Table heads={headsOf(texts.heads)} quiet className={styles['table']}>
    {policies.map((policy) => (
      <tr key={policy.table_name}>
        <th scope="row">{texts.tableName(policy.table_name)}</th>
        <td>{texts.period(policy.retention_period_seconds)}</td>
        <td>{lastCleanup(policy)}</td>
        <td>{texts.enforcement[policy.enforced_by]}</td>
      </tr>
    ))}
  </Table>
);

const kindOf = ({ dry_run: isDry, started_by: by }: CleanupRun): string => {
  if (isDry) return texts.kinds.dry;
  return by === 'schedule' ? texts.kinds.daily : texts.kinds.manual;
};

const Runs = ({ runs }: { readonly runs: readonly CleanupRun[] }) =>
  runs.length === 0 ? (
    <EmptyState message={texts.runsEmpty} />
  ) : (
    <Table heads={headsOf(texts.runHeads)} quiet className={styles['table']}>
      {runs.map((run) => (
        <tr key={run.id}>
          <th scope="row">{formatMoment(run.started_at)}</th>
          <td>{kindOf(run)}</td>
          <td>
            {run.total_records_cleaned}
            {run.tables.length > 0 && <p className={styles['note']}>{texts.details(run.tables)}</p>}
          </td>
          <td>{run.finished_at === null ? texts.unfinished : texts.finished}</td>
        </tr>
      ))}
    </Table>
  );

/** Runs the cleanup, or counts what it would remove. */
const useCleanup = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  return useMutation({
    mutationFn: (isDry: boolean) => runCleanup(api, isDry),
    onSuccess: ({ dry_run: isDry, total_records_cleaned: count }) =>
      show(
        isDry
          ? { title: texts.countedTitle, description: texts.countedText(count) }
          : { title: texts.completedTitle, description: texts.completedText(count) },
      ),
    onError: () => show({ title: texts.failedTitle, description: texts.failedText, variant: 'destructive' }),
    onSettled: () => queries.invalidateQueries(policiesQuery(api)),
  });
};

/** The retention table with the cleanup, and what the last runs removed. */
export const RetentionPolicies = () => {
  const { data, error, refetch } = useQuery(policiesQuery(useApi()));
  const cleanup = useCleanup();
  const isCounting = cleanup.isPending && cleanup.variables;
  const isRemoving = cleanup.isPending && !cleanup.variables;
  const content = () => {
    if (!data)
      return error ? (
        <ErrorState message={texts.failed} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={texts.loading} />
      );
    return (
      <>
        <Policies policies={data.items} />
        <h3>{texts.runs}</h3>
        <Runs runs={data.runs} />
      </>
    );
  };
  return (
    <section className={styles['section']} aria-labelledby="retention-heading">
      <div className={styles['head']}>
        <h2 id="retention-heading">{texts.policies}</h2>
        <div className={styles['actions']}>
          <Button variant="secondary" busy={isCounting} disabled={isRemoving} onClick={() => cleanup.mutate(true)}>
            {isCounting ? texts.dryRunning : texts.dryRun}
          </Button>
          <Button busy={isRemoving} disabled={isCounting} onClick={() => cleanup.mutate(false)}>
            {isRemoving ? texts.running : texts.run}
          </Button>
        </div>
      </div>
      {content()}
    </section>
  );
};
