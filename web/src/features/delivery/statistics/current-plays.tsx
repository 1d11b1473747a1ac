import { useQuery } from '@tanstack/react-query';
import type { Streams } from '../../../../../lambdas/contract/delivery/plays.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { formatCount, formatZonedTime } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { BarRows } from '../../../ui/plots/bar-rows.tsx';
import { PlotDetails } from '../../../ui/plots/plot-details.tsx';
import { useAgeTime } from '../use-age-time.ts';
import { streamsQuery } from './api.ts';
import { FigureList } from './figure-list.tsx';
import { Part } from './part.tsx';
import { ageOf } from './rules.ts';
import { statisticsTexts } from './texts.ts';

const { site: texts, period, columns, noData, all } = statisticsTexts;

const Hours = ({ hours, last_hour: lastHour, last_24_hours: lastDay }: Streams) => {
  const plays = hours.map((hour) => hour.plays);
  return (
    <>
      <FigureList
        label={texts.now}
        figures={[
          { name: texts.lastHour, value: formatCount(lastHour), basis: all },
          { name: texts.lastDay, value: formatCount(lastDay), basis: all },
        ]}
      />
      <BarRows
        tall
        times={hours.map(({ from }) => formatZonedTime(from))}
        rows={[
          {
            name: columns.plays,
            values: plays,
            format: formatCount,
            summary: texts.hourly(formatCount(lastDay), formatCount(Math.max(0, ...plays))),
          },
        ]}
      />
      <PlotDetails summary={texts.hourTable}>
        <Table caption={texts.now} heads={[{ label: texts.hour }, { label: columns.plays }]} quiet>
          {hours.map((hour) => (
            <tr key={hour.from}>
              <th scope="row">{formatZonedTime(hour.from)}</th>
              <td>{formatCount(hour.plays)}</td>
            </tr>
          ))}
        </Table>
      </PlotDetails>
    </>
  );
};

/** Plays that were started in the last hour and in the last 24 hours. */
export const CurrentPlays = () => {
  const { data, error, refetch } = useQuery(streamsQuery(useApi()));
  const now = useAgeTime();
  const asOf = data?.as_of ?? null;
  return (
    <Part
      title={texts.now}
      level={3}
      {...(asOf === null ? {} : { lead: texts.nowBasis(formatZonedTime(asOf), ageOf(asOf, now)) })}
    >
      {!data &&
        (error ? <ErrorState message={texts.nowFailed} onRetry={() => void refetch()} /> : <Skeleton height="9rem" />)}
      {data && error && (
        <Notice tone="warning">
          <p>{period.stale}</p>
        </Notice>
      )}
      {data && (asOf === null ? <p>{noData}</p> : <Hours {...data} />)}
    </Part>
  );
};
