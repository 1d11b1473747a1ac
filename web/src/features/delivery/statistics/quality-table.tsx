import { PLAY_DEFINITIONS } from '../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { PlayNumbers } from '../../../../../lambdas/contract/delivery/plays.ts';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { Part } from './part.tsx';
import { formatDecimal, formatSeconds, formatShare, valueOf } from './rules.ts';
import styles from './statistics.module.css';
import { statisticsTexts } from './texts.ts';

const texts = statisticsTexts.quality;

const percentilesOf = (percentiles: PlayNumbers['startup_ms'], measured: number): string =>
  valueOf(percentiles?.p50 ?? null, measured, (half) =>
    texts.percentiles(formatSeconds(half), formatSeconds(percentiles?.p95 ?? half)),
  );

/** Without an interruption, there is no length of one. */
const stallsOf = ({ stall_ms: stalls, stall_ratio: ratio, measured_plays: measured }: PlayNumbers): string =>
  stalls === null && ratio === 0 ? texts.noStalls : percentilesOf(stalls, measured);

/** How well a title plays. */
export const QualityTable = ({ numbers }: { readonly numbers: PlayNumbers }) => {
  const { measured_plays: measured } = numbers;
  const rows = [
    [texts.startup, PLAY_DEFINITIONS.startup_ms, percentilesOf(numbers.startup_ms, measured)],
    [texts.stalled, PLAY_DEFINITIONS.stall_ratio, valueOf(numbers.stall_ratio, measured, formatShare)],
    [texts.stalls, PLAY_DEFINITIONS.stall_ms, stallsOf(numbers)],
    [texts.failed, PLAY_DEFINITIONS.failure_rate, valueOf(numbers.failure_rate, measured, formatShare)],
    [texts.switches, PLAY_DEFINITIONS.switches, valueOf(numbers.switches, measured, formatDecimal)],
  ] as const;
  return (
    <Part title={texts.title} lead={`${statisticsTexts.measured(measured)}.`}>
      <Table caption={texts.title} heads={[{ label: texts.measure }, { label: texts.value }]} quiet>
        {rows.map(([name, definition, value]) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <span className={styles['definition']}>{definition}</span>
            </th>
            <td>{value}</td>
          </tr>
        ))}
      </Table>
    </Part>
  );
};
