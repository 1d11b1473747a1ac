import { useQuery } from '@tanstack/react-query';
import type { DeliveryHour } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { formatCount } from '../../../../lib/format.ts';
import { Table } from '../../../../ui/layout/lists/table.tsx';
import { BarRows } from '../../../../ui/plots/bar-rows.tsx';
import { PlotDetails } from '../../../../ui/plots/plot-details.tsx';
import { hoursQuery } from '../api.ts';
import { summaryOf, type Summary } from '../bar-summary.ts';
import { formatBytes, formatMs, formatPercent, formatUtcHour } from '../format.ts';
import { Loaded } from '../loaded.tsx';
import styles from '../monitor.module.css';
import { usePeriod } from '../period-field.tsx';
import { PeriodFigure } from '../period-figure.tsx';
import { monitorTexts, overviewTexts } from '../texts.ts';
import { useAge } from '../use-age.ts';
import { hourSlots } from './hour-slots.ts';

const texts = overviewTexts.hours;

/** Hours of the plots. The most that the server returns is a week. */
const PERIODS = [24, 72, 168] as const;

interface Series {
  readonly name: string;
  readonly summary: Summary;
  readonly format: (value: number) => string;
  readonly valueOf: (hour: DeliveryHour) => number | null;
}

const SERIES: readonly Series[] = [
  { name: texts.requests, summary: summaryOf.counts, format: formatCount, valueOf: ({ requests }) => requests },
  { name: texts.bytes, summary: summaryOf.counts, format: formatBytes, valueOf: ({ bytes }) => bytes },
  {
    name: texts.errors,
    summary: summaryOf.counts,
    format: formatCount,
    valueOf: ({ client_errors: client, server_errors: server }) => client + server,
  },
  { name: texts.hitRatio, summary: summaryOf.range, format: formatPercent, valueOf: ({ hit_ratio: ratio }) => ratio },
  { name: texts.half, summary: summaryOf.range, format: formatMs, valueOf: ({ response_p50: time }) => time },
  { name: texts.most, summary: summaryOf.range, format: formatMs, valueOf: ({ response_p95: time }) => time },
];

const HEADS = [
  texts.hour,
  texts.requests,
  texts.bytes,
  texts.clientErrors,
  texts.serverErrors,
  texts.hitRatio,
  texts.half,
  texts.most,
];

const orNone = (value: number | null, format: (value: number) => string): string =>
  value === null ? texts.none : format(value);

const HourTable = ({ items }: { readonly items: readonly DeliveryHour[] }) => (
  <PlotDetails summary={monitorTexts.table}>
    <p>{texts.noneMeans}</p>
    <div className={styles['frame']}>
      <Table caption={texts.title} heads={HEADS.map((label) => ({ label }))} quiet>
        {items.map((item) => (
          <tr key={item.hour}>
            <th scope="row">{formatUtcHour(item.hour)}</th>
            <td>{formatCount(item.requests)}</td>
            <td>{formatBytes(item.bytes)}</td>
            <td>{formatCount(item.client_errors)}</td>
            <td>{formatCount(item.server_errors)}</td>
            <td>{orNone(item.hit_ratio, formatPercent)}</td>
            <td>{orNone(item.response_p50, formatMs)}</td>
            <td>{orNone(item.response_p95, formatMs)}</td>
          </tr>
        ))}
      </Table>
    </div>
  </PlotDetails>
);

/** Requests, bytes, errors, hit ratio and response times by hour: a row of bars for each, and the same as a table. */
export const HourPlots = () => {
  const age = useAge();
  const hours = usePeriod('hours', PERIODS, PERIODS[0]);
  const query = useQuery(hoursQuery(useApi(), hours));
  return (
    <PeriodFigure
      title={texts.title}
      label={texts.period}
      parameter="hours"
      periods={PERIODS}
      value={hours}
      nameOf={(period) => texts.periods[period]}
    >
      <Loaded query={query} loading={monitorTexts.loading} failed={monitorTexts.loadFailed}>
        {({ items, from, to, minimum }) => {
          const newest = items.at(-1);
          if (newest === undefined) return <p>{texts.empty}</p>;
          const slots = hourSlots(items, from, to);
          return (
            <>
              <p>{texts.definition(minimum)}</p>
              <p>{texts.newest(formatUtcHour(newest.hour), age(newest.hour))}</p>
              <BarRows
                times={slots.map(({ label }) => label)}
                rows={SERIES.map(({ name, summary, format, valueOf }) => {
                  const values = slots.map(({ data }) => (data ? valueOf(data) : null));
                  return { name, summary: summary(values, format), values, format };
                })}
              />
              <HourTable items={items} />
            </>
          );
        }}
      </Loaded>
    </PeriodFigure>
  );
};
