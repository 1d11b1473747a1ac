import { MIN_MEASURED_PLAYS } from '../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { TitlePlays } from '../../../../../lambdas/contract/delivery/plays.ts';
import { formatCount } from '../../../lib/format.ts';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { BarCell } from '../../../ui/plots/bar-cell.tsx';
import plot from '../../../ui/plots/plot.module.css';
import { Part } from './part.tsx';
import { cellOf, formatDecimal, formatShare, valueOf } from './rules.ts';
import { statisticsTexts as texts } from './texts.ts';

/** Name by which the server sums up what has too few starts. */
const OTHER = 'other';

export interface SourceTableProps {
  readonly title: string;
  readonly lead?: string;
  /** Head of the first column. */
  readonly head: string;
  /** Null: there are too few measured plays, or none is known. */
  readonly rows: TitlePlays['devices'];
  readonly measured: number;
  readonly nameOf: (name: string) => string;
}

/** Starts and hours by device or country: a table with a bar in each row. */
export const SourceTable = ({ title, lead, head, rows, measured, nameOf }: SourceTableProps) => {
  const all = (rows ?? []).reduce((sum, { starts }) => sum + starts, 0);
  return (
    <Part title={title} lead={[...(lead === undefined ? [] : [lead]), `${texts.starts(all)}.`].join(' ')}>
      {rows === null ? (
        <p>{measured < MIN_MEASURED_PLAYS ? valueOf(null, measured, formatDecimal) : texts.noData}</p>
      ) : (
        <div className={plot['scroll']}>
          <Table
            caption={title}
            heads={[head, texts.columns.starts, texts.columns.share, texts.columns.hours].map((label) => ({ label }))}
            quiet
          >
            {rows.map(({ name, starts, hours }) => (
              <tr key={name}>
                <th scope="row">{name === OTHER ? texts.other(MIN_MEASURED_PLAYS) : nameOf(name)}</th>
                <td>{formatCount(starts)}</td>
                <BarCell
                  text={cellOf(all === 0 ? null : starts / all, all, formatShare)}
                  share={all === 0 ? 0 : starts / all}
                  narrow
                />
                <td>{formatDecimal(hours)}</td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </Part>
  );
};
