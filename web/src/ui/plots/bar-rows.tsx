import { classNames } from '../../lib/class-names.ts';
import { PlotEnds } from './plot-ends.tsx';
import styles from './plot.module.css';

/** Units of the drawing, which is stretched to the width of the screen. */
const STEP = 10;
const BAR = 8;
const HEIGHT = 24;

/** Color of bars. */
export type BarTone = 'quiet' | 'warning' | 'danger';

/** One measure over time. */
export interface BarRow {
  readonly name: string;
  /** Its values in words, such as the total and the maximum. */
  readonly summary: string;
  /** One for each time. Null: there is none. */
  readonly values: readonly (number | null)[];
  /** A value in the hint of its bar. */
  readonly format: (value: number) => string;
  /** The accent color by default. */
  readonly tone?: BarTone;
}

export interface BarRowsProps {
  /** Names of the times, oldest first. */
  readonly times: readonly string[];
  readonly rows: readonly BarRow[];
  /** Height of the lowest bar that is not 0, so that it stays visible. The highest bar has 24. */
  readonly leastHeight?: number;
  /** Make rows higher and their text larger. */
  readonly tall?: boolean;
}

const Row = ({
  name,
  summary,
  values,
  format,
  tone,
  times,
  leastHeight = 1,
  tall = false,
}: BarRow & Omit<BarRowsProps, 'rows'>) => {
  const most = Math.max(0, ...values.map((value) => value ?? 0)) || 1;
  return (
    <div className={classNames(styles['bars'], tall && styles['tall'])}>
      <p>
        <strong>{name}</strong> <span>{summary}</span>
      </p>
      <svg
        viewBox={`0 0 ${Math.max(1, times.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}: ${summary}`}
        className={tone && styles[tone]}
      >
        {values.map((value, index) => {
          if (value === null) return null;
          const height = value === 0 ? 0 : Math.max(leastHeight, (value / most) * HEIGHT);
          return (
            <rect key={index} x={index * STEP} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`${times[index] ?? ''}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
    </div>
  );
};

/**
 * Measures over time: a row of bars for each, on a scale of its own that begins at zero. A table next to it must show
 * the same numbers.
 */
export const BarRows = ({ rows, ...shared }: BarRowsProps) => (
  <>
    {rows.map((row) => (
      <Row key={row.name} {...row} {...shared} />
    ))}
    <PlotEnds first={shared.times[0]} last={shared.times.at(-1)} />
  </>
);
