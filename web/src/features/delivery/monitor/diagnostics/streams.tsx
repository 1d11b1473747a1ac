import { useQuery } from '@tanstack/react-query';
import { PLAY_DEFINITIONS } from '../../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { Streams as StreamNumbers } from '../../../../../../lambdas/contract/delivery/plays.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { formatCount } from '../../../../lib/format.ts';
import { Facts } from '../../../../ui/layout/lists/facts.tsx';
import { Table } from '../../../../ui/layout/lists/table.tsx';
import { BarRows } from '../../../../ui/plots/bar-rows.tsx';
import { PlotDetails } from '../../../../ui/plots/plot-details.tsx';
import { streamsQuery } from '../api.ts';
import { summaryOf } from '../bar-summary.ts';
import { formatUtc, formatUtcHour } from '../format.ts';
import { Loaded } from '../loaded.tsx';
import styles from '../monitor.module.css';
import { monitorTexts } from '../texts.ts';
import { useAge } from '../use-age.ts';
import { diagnosticsTexts } from './texts.ts';

const texts = diagnosticsTexts.streams;

const Numbers = ({ streams, asOf }: { readonly streams: StreamNumbers; readonly asOf: string }) => {
  const age = useAge();
  const times = streams.hours.map(({ from }) => formatUtcHour(from));
  const plays = streams.hours.map((hour) => hour.plays);
  return (
    <>
      <Facts
        facts={[
          [texts.lastHour, formatCount(streams.last_hour)],
          [texts.lastDay, formatCount(streams.last_24_hours)],
        ]}
      />
      <p>{texts.window(formatUtc(asOf), age(asOf))}</p>
      <BarRows
        times={times}
        rows={[
          { name: texts.hours, summary: summaryOf.counts(plays, formatCount), values: plays, format: formatCount },
        ]}
      />
      <PlotDetails summary={monitorTexts.table}>
        <Table caption={texts.hours} heads={[{ label: texts.from }, { label: texts.plays }]} quiet>
          {streams.hours.map((hour, index) => (
            <tr key={hour.from}>
              <th scope="row">{times[index]}</th>
              <td>{formatCount(hour.plays)}</td>
            </tr>
          ))}
        </Table>
      </PlotDetails>
    </>
  );
};

/** Plays that were started in the last hour and in the last 24 hours. */
export const Streams = () => {
  const query = useQuery(streamsQuery(useApi()));
  return (
    <section className={styles['figure']} aria-labelledby="cdn-streams">
      <h2 id="cdn-streams">{texts.title}</h2>
      <p>{PLAY_DEFINITIONS.plays}</p>
      <Loaded query={query} loading={texts.loading} failed={texts.loadFailed}>
        {(streams) =>
          streams.as_of === null ? <p>{monitorTexts.noData}</p> : <Numbers streams={streams} asOf={streams.as_of} />
        }
      </Loaded>
    </section>
  );
};
