/** The limit that a figure must keep. Both bounds include the limit. */
export interface Target {
  readonly limit: number;
  readonly bound: 'at most' | 'at least';
}

/** One measured figure of a run. */
export interface Row {
  readonly group: string;
  readonly measure: string;
  /** Null for what is not measured; the note says why. */
  readonly figure: number | null;
  readonly unit: string;
  /** Omitted for figures without a limit. */
  readonly target?: Target;
  readonly note?: string;
}

/** Whether a figure keeps its target. Undefined without one. */
export type Verdict = 'ok' | 'missed' | undefined;

export const atMost = (limit: number): Target => ({ limit, bound: 'at most' });
export const atLeast = (limit: number): Target => ({ limit, bound: 'at least' });

export const verdictOf = ({ figure, target }: Row): Verdict => {
  if (!target || figure === null) return undefined;
  return (target.bound === 'at most' ? figure <= target.limit : figure >= target.limit) ? 'ok' : 'missed';
};

/** The median; the upper one of an even number of figures. @throws Error for an empty list */
export const median = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (found === undefined) throw new Error('The list of figures is empty');
  return found;
};

const formatted = (figure: number): string => {
  const factor = Math.abs(figure) < 10 ? 100 : 10;
  return String(Math.round(figure * factor) / factor);
};

const cellsOf = (row: Row): readonly string[] => [
  row.measure,
  row.figure === null ? 'not measured' : `${formatted(row.figure)} ${row.unit}`.trim(),
  row.target ? `${row.target.bound === 'at most' ? '≤' : '≥'} ${formatted(row.target.limit)}` : '',
  verdictOf(row) ?? '',
  row.note ?? '',
];

/** Formats the figures as a table for the terminal, grouped. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = rows.map(cellsOf);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines: string[] = [];
  rows.forEach(({ group }, index) => {
    if (group !== rows[index - 1]?.group) lines.push('', group);
    const [measure = '', figure = '', target = '', verdict = '', note = ''] = cells[index] ?? [];
    const [first = 0, second = 0, third = 0, fourth = 0] = widths;
    const columns = [
      measure.padEnd(first),
      figure.padStart(second),
      target.padEnd(third),
      verdict.padEnd(fourth),
      note,
    ];
    lines.push(`  ${columns.join('  ')}`.trimEnd());
  });
  return lines.join('\n');
};
