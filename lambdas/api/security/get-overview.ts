import { endpoints } from '../../contract/index.ts';
import type { PartialSum } from '../../data/admin/security-hour-repository.ts';
import { hoursUpTo, kindsOf, OVERVIEW_HOURS, precisionOf, scoreOf, sumOf } from '../../domain/security/overview.ts';
import { route } from '../../http/route.ts';
import type { SecurityDeps } from './deps.ts';

/**
 * Hours without a stored sum that are read event by event: the current one, and up to two before it until the hourly
 * run sums them up. If earlier sums are missing too, the numbers are only the least.
 */
const READ_LIVE = 3;

/** The sums of the last hours, oldest first, and whether all events are counted. */
const readHours = async ({
  hours,
  now,
}: SecurityDeps): Promise<{ readonly sums: readonly PartialSum['sum'][]; readonly areComplete: boolean }> => {
  const shown = hoursUpTo(now(), OVERVIEW_HOURS);
  const stored = new Map((await hours.list(shown[0] ?? '', shown.at(-1) ?? '')).map((sum) => [sum.hour, sum]));
  const live = new Set(shown.filter((hour) => !stored.has(hour)).slice(-READ_LIVE));
  const parts = await Promise.all(
    shown.map(async (hour): Promise<PartialSum> => {
      const sum = stored.get(hour);
      if (sum) return { sum, isComplete: true };
      return live.has(hour) ? hours.sumOfFirst(hour) : { sum: sumOf(hour, []), isComplete: false };
    }),
  );
  return { sums: parts.map(({ sum }) => sum), areComplete: parts.every(({ isComplete }) => isComplete) };
};

/** Returns the security score, the events of the last 24 hours, and how precise the rules are. */
export const getOverview = (deps: SecurityDeps) =>
  route(endpoints['security.get-overview'], async () => {
    const { alerts } = deps;
    const [open, { sums, areComplete }, labels] = await Promise.all([
      alerts.list('unacknowledged'),
      readHours(deps),
      alerts.labels(),
    ]);
    return {
      status: 200,
      body: {
        ...scoreOf(open.map(({ severity }) => severity)),
        hours: sums.map(({ hour, by_severity }) => ({ hour, by_severity: { ...by_severity } })),
        kinds: [...kindsOf(sums)],
        at_least: !areComplete,
        precision: precisionOf(labels),
      },
    };
  });
