import type { ReactNode } from 'react';
import { PLAY_DEFINITIONS } from '../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { Delivered, PlaysReport } from '../../../../../lambdas/contract/delivery/plays.ts';
import { formatCost, formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { countryName } from '../country-name.ts';
import { isMissing } from './api.ts';
import { detailsFile } from './csv.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { FigureList, type Figure } from './figure-list.tsx';
import { Part } from './part.tsx';
import { Basis, PeriodBar } from './period-bar.tsx';
import { DayTrend, Months } from './period-tables.tsx';
import { QualityTable } from './quality-table.tsx';
import { RetentionPlot } from './retention-plot.tsx';
import { formatBytes, formatDecimal, formatShare, valueOf } from './rules.ts';
import { SourceTable } from './source-table.tsx';
import styles from './statistics.module.css';
import { statisticsTexts as texts } from './texts.ts';
import { useExport } from './use-export.ts';
import type { Statistics } from './use-title-statistics.ts';

const figuresOf = ({ numbers, delivered }: PlaysReport): readonly Figure[] => {
  const { plays, measured_plays: measured, starts } = numbers;
  return [
    { name: texts.figures.plays, value: formatCount(plays), basis: texts.all, definition: PLAY_DEFINITIONS.plays },
    {
      name: texts.figures.measured,
      value: formatCount(measured),
      basis: texts.ofPlays(plays),
      definition: PLAY_DEFINITIONS.measured_plays,
    },
    {
      name: texts.figures.hours,
      value: valueOf(numbers.hours, measured, formatDecimal),
      basis: texts.measured(measured),
      definition: PLAY_DEFINITIONS.hours,
    },
    {
      name: texts.figures.finish,
      value: valueOf(numbers.finish_rate, starts, formatShare),
      basis: texts.starts(starts),
      definition: PLAY_DEFINITIONS.finish_rate,
    },
    {
      name: texts.figures.exit,
      value: valueOf(numbers.exit_rate, measured, formatShare),
      basis: texts.measured(measured),
      definition: PLAY_DEFINITIONS.exit_rate,
    },
    {
      name: texts.figures.hoursDelivered,
      value: delivered ? formatDecimal(delivered.hours) : texts.noData,
      basis: texts.byLogs,
      definition: PLAY_DEFINITIONS.hours_delivered,
    },
  ];
};

/** What was delivered, and its cost. */
const deliveryOf = ({ cost_usd: usd, bytes, requests }: NonNullable<Delivered>): string =>
  `${formatCost(usd)}: ${texts.figures.sent(formatBytes(bytes), requests)}`;

const Costs = ({ delivered, children }: Pick<PlaysReport, 'delivered'> & { readonly children: ReactNode }) => (
  <Part title={texts.costs.title} lead={PLAY_DEFINITIONS.delivery_cost}>
    <dl className={styles['costs']}>
      <div>
        <dt>{texts.costs.delivery}</dt>
        <dd>{delivered ? deliveryOf(delivered) : texts.costs.none}</dd>
      </div>
      {children}
    </dl>
  </Part>
);

const deviceName = (name: string): string =>
  (texts.devices.names as Readonly<Record<string, string | undefined>>)[name] ?? name;

const Numbers = ({ plays, costs }: { readonly plays: PlaysReport; readonly costs: ReactNode }) => {
  const { numbers, days, devices, countries, delivered, months } = plays;
  const { measured_plays: measured } = numbers;
  return (
    <>
      <FigureList label={texts.figures.label} figures={figuresOf(plays)} />
      <DayTrend days={days} numbers={numbers} withCosts />
      <RetentionPlot plays={plays} />
      <div className={styles['pair']}>
        <SourceTable
          title={texts.devices.title}
          head={texts.devices.name}
          rows={devices}
          measured={measured}
          nameOf={deviceName}
        />
        <SourceTable
          title={texts.countries.title}
          lead={texts.countries.lead}
          head={texts.countries.name}
          rows={countries}
          measured={measured}
          nameOf={countryName}
        />
      </div>
      <QualityTable numbers={numbers} />
      <DeliveryTable delivered={delivered} />
      <Costs delivered={delivered}>{costs}</Costs>
      <Months months={months} lead={texts.months.lead} />
    </>
  );
};

const Exports = ({ data, readPeriods }: Pick<Statistics, 'data' | 'readPeriods'>) => {
  const periods = useExport();
  const details = useExport();
  return (
    <>
      <Button variant="secondary" busy={periods.isPending} onClick={() => periods.mutate(readPeriods)}>
        {texts.export.periods}
      </Button>
      {data && (
        <Button variant="secondary" busy={details.isPending} onClick={() => details.mutate(() => detailsFile(data))}>
          {texts.export.details}
        </Button>
      )}
    </>
  );
};

export interface TitleReportProps {
  readonly statistics: Statistics;
  /** What to say when there is nothing to report about. */
  readonly missing?: string;
  /** Further costs, as terms of a list. */
  readonly costs?: ReactNode;
}

/** Everything that is counted about a title or the titles of a creator, for its owner and administrators. */
export const TitleReport = ({ statistics, missing = texts.notFound, costs }: TitleReportProps) => {
  const { days, setDays, data, error, retry } = statistics;
  if (isMissing(error)) return <EmptyState message={missing} />;
  return (
    <div className={styles['report']}>
      <PeriodBar days={days} onChange={setDays}>
        <Exports {...statistics} />
      </PeriodBar>
      {!data &&
        (error ? <ErrorState message={texts.failed} onRetry={retry} /> : <LoadingState label={texts.loading} />)}
      {data && (
        <>
          <Basis plays={data} stale={error !== null} />
          {data.as_of === null ? (
            <>
              <p>{texts.noData}</p>
              <DeliveryTable delivered={data.delivered} />
              <Costs delivered={data.delivered}>{costs}</Costs>
            </>
          ) : (
            <Numbers plays={data} costs={costs} />
          )}
        </>
      )}
    </div>
  );
};
