import type { DeliveryReport, PlayNumbers } from '../../../contract/delivery/plays.ts';
import { NO_DELIVERY, type DeliverySums } from '../sums.ts';
import { deliveryReport } from './delivered.ts';
import type { Figures } from './figures.ts';
import { numbersOf } from './play-numbers.ts';

/** The columns of the table, with their values. An unknown number is an empty cell. */
const COLUMNS: Readonly<Record<string, (numbers: PlayNumbers) => number | null | undefined>> = {
  plays: ({ plays }) => plays,
  measured_plays: (numbers) => numbers.measured_plays,
  starts: ({ starts }) => starts,
  hours: ({ hours }) => hours,
  finish_rate: (numbers) => numbers.finish_rate,
  exit_rate: (numbers) => numbers.exit_rate,
  failure_rate: (numbers) => numbers.failure_rate,
  startup_ms_p50: (numbers) => numbers.startup_ms?.p50,
  startup_ms_p95: (numbers) => numbers.startup_ms?.p95,
  stall_ms_p50: (numbers) => numbers.stall_ms?.p50,
  stall_ms_p95: (numbers) => numbers.stall_ms?.p95,
  stall_ratio: (numbers) => numbers.stall_ratio,
  switches_per_hour: ({ switches }) => switches,
};

/** The columns about what the CDN sent. */
const DELIVERED_COLUMNS: Readonly<Record<string, (delivered: DeliveryReport) => number | null | undefined>> = {
  delivered_requests: (delivered) => delivered?.requests,
  delivered_bytes: (delivered) => delivered?.bytes,
  delivered_hours: (delivered) => delivered?.hours,
  delivered_4xx: (delivered) => delivered?.client_errors,
  delivered_5xx: (delivered) => delivered?.server_errors,
  delivery_cost_usd: (delivered) => delivered?.cost_usd,
  aborted_requests: (delivered) => delivered?.aborted,
  hit_ratio: (delivered) => delivered?.hit_ratio,
  response_ms_p50: (delivered) => delivered?.response_ms?.p50,
  response_ms_p95: (delivered) => delivered?.response_ms?.p95,
};

/** A day or month with its figures. */
interface Period {
  readonly period: string;
  readonly figures: Figures;
}

/**
 * Days and months (UTC) as CSV, with what was delivered in each. All cells are names, dates and numbers, so none needs
 * quotes.
 */
export const playsCsv = (
  days: readonly Period[],
  months: readonly Period[],
  delivered: ReadonlyMap<string, DeliverySums>,
): string => {
  const line = (cells: readonly unknown[]): string => `${cells.join(',')}\r\n`;
  const row =
    (unit: string) =>
    ({ period, figures }: Period): string => {
      const numbers = numbersOf(figures);
      const sent = deliveryReport(delivered.get(period) ?? NO_DELIVERY);
      return line([
        unit,
        period,
        ...Object.values(COLUMNS).map((valueOf) => valueOf(numbers) ?? ''),
        ...Object.values(DELIVERED_COLUMNS).map((valueOf) => valueOf(sent) ?? ''),
      ]);
    };
  return [
    line(['unit', 'period_utc', ...Object.keys({ ...COLUMNS, ...DELIVERED_COLUMNS })]),
    ...days.map(row('day')),
    ...months.map(row('month')),
  ].join('');
};
