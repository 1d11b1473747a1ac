import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { factsOf, type DistributionFacts } from '../../domain/delivery/distribution-facts.ts';
import { progressOf } from '../../domain/delivery/propagation.ts';
import type { WatchState } from '../../domain/delivery/watch-state.ts';
import { route } from '../../http/route.ts';
import type { MonitorDeps } from './deps.ts';

/** Asks CloudFront. Undefined when it cannot be asked. */
const readNow = async (
  { distribution, logger }: MonitorDeps,
  { distribution: before }: WatchState,
  now: number,
): Promise<DistributionFacts | undefined> => {
  try {
    const report = await distribution.read();
    return factsOf(report, before?.additional_metrics ?? null, new Date(now).toISOString());
  } catch (error) {
    logger.error('The distribution was not read', { errorName: (error as Error).name });
    return undefined;
  }
};

/** Returns how far the distribution's last change and invalidations are, or the last known state with its time. */
export const checkCdnStatus = (deps: MonitorDeps) =>
  route(endpoints['delivery-monitor.check-cdn-status'], async ({ body: { distributionId } }) => {
    if (distributionId !== (await deps.readDistribution())) throw new AppError('not_found');
    const now = deps.now();
    const state = await deps.reader.state();
    const read = await readNow(deps, state, now);
    const facts = read ?? state.distribution;
    if (facts === null) throw new AppError('unavailable');
    const { isComplete, percentage, elapsedMinutes, remainingMinutes, expectedMinutes, n } = progressOf(
      facts,
      state.measured,
      Date.parse(facts.as_of),
    );
    return {
      status: 200,
      body: {
        success: read !== undefined,
        distribution: {
          domainName: facts.domain_name,
          isComplete,
          progressPercentage: percentage,
          elapsedMinutes,
          remainingMinutes,
          status: isComplete ? ('Deployed' as const) : ('Propagating' as const),
          openInvalidations: facts.open.length,
          expectedMinutes,
          measured: n,
          as_of: facts.as_of,
        },
      },
    };
  });
