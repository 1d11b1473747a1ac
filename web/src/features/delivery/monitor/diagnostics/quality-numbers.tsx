import { MIN_MEASURED_PLAYS } from '../../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { PlayNumbers } from '../../../../../../lambdas/contract/delivery/plays.ts';
import { Facts } from '../../../../ui/layout/lists/facts.tsx';
import { Table } from '../../../../ui/layout/lists/table.tsx';
import styles from '../monitor.module.css';
import { monitorTexts } from '../texts.ts';
import { meaningOf, shownNumbers, type PlayNumber } from './quality-values.ts';
import { diagnosticsTexts } from './texts.ts';

const texts = diagnosticsTexts.quality;

/** All numbers of plays, with what each of them means. */
export const QualityNumbers = ({ numbers }: { readonly numbers: PlayNumbers }) => (
  <Facts
    facts={(Object.entries(shownNumbers(numbers)) as [PlayNumber, string | null][]).map(([name, value]) => [
      texts.heads[name],
      value ?? monitorTexts.noData,
      meaningOf(name),
    ])}
  />
);

/** The numbers that are compared. */
const COMPARED = ['measured_plays', 'startup_ms', 'stall_ratio', 'failure_rate', 'exit_rate', 'switches'] as const;

export interface QualityTableProps {
  readonly caption: string;
  /** What a row is about: the header of the first column. */
  readonly head: string;
  readonly rows: readonly { readonly name: string; readonly numbers: PlayNumbers }[];
}

/** The quality of several groups of plays, next to each other. */
export const QualityTable = ({ caption, head, rows }: QualityTableProps) => (
  <>
    <h3>{caption}</h3>
    <div className={styles['frame']}>
      <Table
        caption={caption}
        heads={[head, ...COMPARED.map((name) => texts.heads[name])].map((label) => ({ label }))}
        quiet
      >
        {rows.map(({ name, numbers }) => {
          const shown = shownNumbers(numbers);
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              {COMPARED.map((number) => (
                <td key={number}>{shown[number] ?? texts.none}</td>
              ))}
            </tr>
          );
        })}
      </Table>
    </div>
    <p>{texts.noneMeans(MIN_MEASURED_PLAYS)}</p>
  </>
);
