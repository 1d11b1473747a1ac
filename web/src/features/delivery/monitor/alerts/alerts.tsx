import { useInfiniteQuery } from '@tanstack/react-query';
import type { CdnAlert } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { Badge } from '../../../../ui/feedback/badge.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { NextPage } from '../../../../ui/layout/lists/next-page.tsx';
import { alertsQuery } from '../api.ts';
import { formatObservations, formatUtc, formatUtcHour } from '../format.ts';
import { Loaded } from '../loaded.tsx';
import styles from '../monitor.module.css';
import { monitorTexts } from '../texts.ts';
import { useAge } from '../use-age.ts';
import { conditionOf, formatReading, severityTones } from './alert-values.ts';
import { RulesTable } from './rules-table.tsx';
import { alertTexts as texts } from './texts.ts';

interface AlertItemProps {
  readonly alert: CdnAlert;
  readonly age: (timestamp: string) => string;
}

/** One alert: what was measured from which source and window, and how it ended. */
const AlertItem = ({ alert, age }: AlertItemProps) => {
  const { rule, severity, value, threshold, n, source, from, to, created_at: raised } = alert;
  const { resolved_at: resolved, resolved_value: after } = alert;
  const outcome =
    resolved === null ? texts.notResolved : texts.resolvedAt(formatUtc(resolved), formatReading(rule, after ?? value));
  return (
    <li>
      <p className={styles['head']}>
        <strong>{texts.rules.names[rule]}</strong>
        <Badge tone={severityTones[severity]}>{texts.rules.severities[severity]}</Badge>
        <Badge tone={resolved === null ? 'outline' : 'success'}>
          {resolved === null ? texts.open : texts.resolved}
        </Badge>
      </p>
      <p>{texts.value(formatReading(rule, value), conditionOf(rule, threshold))}</p>
      <p className={styles['quiet']}>{texts.raisedAt(formatUtc(raised), age(raised))}</p>
      <p className={styles['quiet']}>{outcome}</p>
      <p className={styles['quiet']}>
        {monitorTexts.from(formatObservations(source, n))},{' '}
        {monitorTexts.window(formatUtcHour(from), formatUtcHour(to))}, {monitorTexts.sources[source]}
      </p>
    </li>
  );
};

/** The rules, and every alert of the last year with its outcome. */
export const Alerts = () => {
  const age = useAge();
  const query = useInfiniteQuery(alertsQuery(useApi()));
  const { data, isFetchNextPageError, refetch } = query;
  // The end of the list says that older alerts could not be loaded.
  const loaded = { data, error: isFetchNextPageError ? null : query.error, refetch };
  return (
    <div className={styles['tab']}>
      <RulesTable />
      <section className={styles['section']} aria-labelledby="cdn-alerts">
        <h2 id="cdn-alerts">{texts.title}</h2>
        <Loaded query={loaded} loading={texts.loading} failed={texts.loadFailed}>
          {({ pages }) => {
            const alerts = pages.flatMap(({ items }) => items);
            if (alerts.length === 0) return <EmptyState message={texts.empty} />;
            return (
              <>
                <ol className={styles['list']} aria-label={texts.list}>
                  {alerts.map((alert) => (
                    <AlertItem key={`${alert.rule} ${alert.created_at}`} alert={alert} age={age} />
                  ))}
                </ol>
                <NextPage list={query} label={texts.next} failed={texts.nextFailed} />
              </>
            );
          }}
        </Loaded>
      </section>
    </div>
  );
};
