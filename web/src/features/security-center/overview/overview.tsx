import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { SecurityOverview } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { formatCount } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Table } from '../../../ui/layout/lists/table.tsx';
import plot from '../../../ui/plots/plot.module.css';
import { OVERVIEW_KEY, overviewQuery, useSecurityChanges } from '../api.ts';
import { overviewTexts as texts, securityCenterTexts } from '../texts.ts';
import { HourPlot } from './hour-plot.tsx';
import { KindPlot } from './kind-plot.tsx';
import styles from './overview.module.css';
import { PrecisionTable } from './precision-table.tsx';

const Phases = lazyPart(() => import('../phases/phases.tsx'), 'Phases', 'inline');

const Score = ({ overview: { score, risk, parts } }: { readonly overview: SecurityOverview }) => {
  const { score: words } = texts;
  const raising = parts.filter(({ alerts }) => alerts > 0);
  return (
    <section className={plot['figure']} aria-labelledby="security-score">
      <h2 id="security-score">{words.title}</h2>
      <p className={plot['score']}>{words.value(score)}</p>
      <p>{words.definition(risk)}</p>
      {raising.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table
          caption={words.table}
          heads={[words.severity, words.alerts, words.points].map((label) => ({ label }))}
          quiet
        >
          {raising.map(({ severity, alerts, points }) => (
            <tr key={severity}>
              <th scope="row">{securityCenterTexts.severities[severity]}</th>
              <td>{formatCount(alerts)}</td>
              <td>{formatCount(points)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
};

const Figures = () => {
  const { refetchInterval } = useSecurityChanges(OVERVIEW_KEY);
  const { data, error, refetch } = useQuery({ ...overviewQuery(useApi()), refetchInterval });
  if (!data)
    return error ? (
      <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={texts.loading} />
    );
  return (
    <div className={styles['overview']}>
      {data.at_least && (
        <Notice tone="warning">
          <p>{texts.plots.atLeast}</p>
        </Notice>
      )}
      <Score overview={data} />
      <HourPlot hours={data.hours} />
      <KindPlot kinds={data.kinds} />
      <PrecisionTable rules={data.precision} />
    </div>
  );
};

/** The security score, the events of the last 24 hours, how precise the rules are, and the phases. */
export const Overview = () => (
  <>
    <Figures />
    <Suspense fallback={<LoadingState />}>
      <Phases />
    </Suspense>
  </>
);
