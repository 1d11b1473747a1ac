/** What a figure is held against; both bounds include the limit. */
export interface Bar {
  readonly limit: number;
  readonly bound: 'at most' | 'at least';
}

/** One figure of a run. */
export interface Row {
  readonly group: string;
  readonly measure: string;
  readonly figure: number;
  readonly unit: string;
  /** Left out where none is set: the figure is shown for itself. */
  readonly bar?: Bar;
  readonly note?: string;
}

/** How a figure stands against its bar; undefined without one. */
export type Verdict = 'ok' | 'missed' | undefined;

export const atMost = (limit: number): Bar => ({ limit, bound: 'at most' });
export const atLeast = (limit: number): Bar => ({ limit, bound: 'at least' });

export const verdictOf = ({ figure, bar }: Row): Verdict => {
  if (!bar) return undefined;
  return (bar.bound === 'at most' ? figure <= bar.limit : figure >= bar.limit) ? 'ok' : 'missed';
};

/** The middle of some figures. Throws without any. */
export const median = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('A median needs a figure');
  return middle;
};

const shown = (figure: number): string =>
  String(Math.round(figure * (Math.abs(figure) < 10 ? 100 : 10)) / (Math.abs(figure) < 10 ? 100 : 10));

const cellsOf = (row: Row): readonly string[] => [
  row.measure,
  `${shown(row.figure)} ${row.unit}`.trim(),
  row.bar ? `${row.bar.bound === 'at most' ? '≤' : '≥'} ${shown(row.bar.limit)}` : '',
  verdictOf(row) ?? '',
  row.note ?? '',
];

/** The figures as a table for the terminal, group by group. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = rows.map(cellsOf);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines: string[] = [];
  rows.forEach(({ group }, index) => {
    if (group !== rows[index - 1]?.group) lines.push('', group);
    const [measure = '', figure = '', bar = '', verdict = '', note = ''] = cells[index] ?? [];
    const [first = 0, second = 0, third = 0, fourth = 0] = widths;
    lines.push(
      `  ${measure.padEnd(first)}  ${figure.padStart(second)}  ${bar.padEnd(third)}  ${verdict.padEnd(fourth)}  ${note}`.trimEnd(),
    );
  });
  return lines.join('\n');
};
