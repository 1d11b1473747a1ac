import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { PLAY_DEFINITIONS } from '../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { PlayTotals } from '../../../../../lambdas/contract/delivery/plays.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { paths } from '../../../core/paths.ts';
import { formatCost, formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { playTotalsQuery } from './api.ts';
import { CurrentPlays } from './current-plays.tsx';
import { FigureList, type Figure } from './figure-list.tsx';
import { Part } from './part.tsx';
import { Basis, PeriodBar } from './period-bar.tsx';
import { DayTrend, Months } from './period-tables.tsx';
import { changeOf, FIRST_PERIOD, formatBytes, formatDecimal, formatShare, valueOf } from './rules.ts';
import styles from './statistics.module.css';
import { statisticsTexts } from './texts.ts';
import { useExport } from './use-export.ts';

const { site: texts, figures } = statisticsTexts;

/** Titles in the list of the most played ones. */
const TOP_SHOWN = 10;

const figuresOf = (totals: PlayTotals): readonly Figure[] => {
  const { numbers, delivered_month: delivered } = totals;
  const { plays, measured_plays: measured, starts } = numbers;
  return [
    { name: figures.plays, value: formatCount(plays), basis: changeOf(totals), definition: PLAY_DEFINITIONS.plays },
    {
      name: figures.hours,
      value: valueOf(numbers.hours, measured, formatDecimal),
      basis: statisticsTexts.measured(measured),
      definition: PLAY_DEFINITIONS.hours,
    },
    {
      name: figures.finish,
      value: valueOf(numbers.finish_rate, starts, formatShare),
      basis: statisticsTexts.starts(starts),
      definition: PLAY_DEFINITIONS.finish_rate,
    },
    {
      name: texts.monthCost,
      value: delivered ? formatCost(delivered.cost_usd) : statisticsTexts.noData,
      basis: delivered
        ? `${figures.sent(formatBytes(delivered.bytes), delivered.requests)}. ${texts.monthBasis}`
        : texts.monthBasis,
      definition: PLAY_DEFINITIONS.delivery_cost,
    },
  ];
};

const TopTitles = ({ top }: Pick<PlayTotals, 'top'>) => (
  <Part title={texts.top} lead={texts.topLead} level={3}>
    {top.length === 0 ? (
      <p>{texts.topNone}</p>
    ) : (
      <Table
        caption={texts.top}
        heads={[{ label: texts.topTitle }, { label: statisticsTexts.columns.plays }]}
        quiet
        className={styles['top']}
      >
        {top.slice(0, TOP_SHOWN).map(({ content_id: id, title, plays }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={paths.adminStatisticsOf(id)}>{title}</Link>
            </th>
            <td>{formatCount(plays)}</td>
          </tr>
        ))}
      </Table>
    )}
  </Part>
);

const Numbers = ({ totals }: { readonly totals: PlayTotals }) => (
  <>
    <FigureList label={figures.label} figures={figuresOf(totals)} />
    <DayTrend days={totals.days} numbers={totals.numbers} withCosts={false} level={3} />
    <TopTitles top={totals.top} />
    <Months months={totals.months} lead={texts.monthsLead} level={3} />
  </>
);

/** How the plays of all titles develop: now, by day and by month. */
export const PlayTrends = () => {
  const api = useApi();
  const [days, setDays] = useState<number>(FIRST_PERIOD);
  const { data, error, refetch } = useQuery(playTotalsQuery(api, days));
  const { mutate, isPending } = useExport();
  return (
    <Part title={texts.title} lead={texts.lead}>
      <CurrentPlays />
      <PeriodBar days={days} onChange={setDays}>
        <Button
          variant="secondary"
          busy={isPending}
          onClick={() => mutate(() => api.call('plays.export-totals', { query: { days } }))}
        >
          {statisticsTexts.export.periods}
        </Button>
      </PeriodBar>
      {!data &&
        (error ? <ErrorState message={texts.failed} onRetry={() => void refetch()} /> : <Skeleton height="18rem" />)}
      {data && (
        <>
          <Basis plays={data} stale={error !== null} />
          {data.as_of === null ? <p>{statisticsTexts.noData}</p> : <Numbers totals={data} />}
        </>
      )}
    </Part>
  );
};
