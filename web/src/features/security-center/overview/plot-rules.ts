import type { HourOfEvents } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import type { SeverityName } from '../../../../../lambdas/contract/admin/security-kinds.ts';

/** The number of events of a severity in an hour. */
export const countIn = ({ by_severity: counts }: HourOfEvents, severity: SeverityName): number => {
  const known: Readonly<Partial<Record<SeverityName, number>>> = counts;
  return known[severity] ?? 0;
};

/** The number of events in an hour. */
export const totalIn = ({ by_severity: counts }: HourOfEvents): number =>
  Object.values<number>(counts).reduce((sum, count) => sum + count, 0);
