import { MIN_MEASURED_PLAYS, PLAY_DEFINITIONS } from '../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { PlaysReport } from '../../../../../lambdas/contract/delivery/plays.ts';
import { PARTS } from '../../../../../lambdas/contract/delivery/quality-rules.ts';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { PlotDetails } from '../../../ui/plots/plot-details.tsx';
import { PlotEnds } from '../../../ui/plots/plot-ends.tsx';
import { Part } from './part.tsx';
import { formatShare, valueOf } from './rules.ts';
import styles from './statistics.module.css';
import { statisticsTexts } from './texts.ts';

const texts = statisticsTexts.retention;

/** Parts of the title that the text names. */
const NAMED_PARTS = [0, 25, 50, 75, PARTS - 1] as const;

/** Steps from left to right. The top of the drawing is `most`. */
const pathOf = (retention: readonly number[], most: number): string =>
  retention
    .map((share, part) => `${part === 0 ? 'M0,' : 'V'}${((1 - share / most) * PARTS).toFixed(2)}H${part + 1}`)
    .join('');

const Curve = ({ retention }: { readonly retention: readonly number[] }) => {
  const most = Math.max(1, ...retention);
  const named = NAMED_PARTS.map(
    (part) => [part === PARTS - 1 ? PARTS : part, formatShare(retention[part] ?? 0)] as const,
  );
  const summary = texts.plot(named);
  return (
    <>
      <p>{summary}.</p>
      <svg
        className={styles['curve']}
        viewBox={`0 0 ${PARTS} ${PARTS}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        <path d={pathOf(retention, most)} />
      </svg>
      <PlotEnds first={texts.from} last={texts.to} />
      <p className={styles['basis']}>{texts.highest(formatShare(most))}</p>
      <PlotDetails summary={texts.table}>
        <Table caption={texts.title} heads={[{ label: texts.part }, { label: texts.share }]} quiet>
          {retention.map((share, part) => (
            <tr key={part}>
              <th scope="row">{texts.partOf(part, part + 1)}</th>
              <td>{formatShare(share)}</td>
            </tr>
          ))}
        </Table>
      </PlotDetails>
    </>
  );
};

/** How much of a title is played: as a curve, and as a table. */
export const RetentionPlot = ({ plays: { retention, numbers } }: { readonly plays: PlaysReport }) => (
  <Part title={texts.title} lead={`${PLAY_DEFINITIONS.retention} ${statisticsTexts.starts(numbers.starts)}.`}>
    {retention === null || numbers.starts < MIN_MEASURED_PLAYS ? (
      <p>{valueOf(null, Math.min(numbers.starts, numbers.measured_plays), formatShare)}</p>
    ) : (
      <Curve retention={retention} />
    )}
  </Part>
);
