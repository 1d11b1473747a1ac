import { factsOf } from '../../domain/delivery/distribution-facts.ts';
import { measure } from '../../domain/delivery/propagation.ts';
import type { WatchState } from '../../domain/delivery/watch-state.ts';
import type { WatchDeps } from './deps.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** Asks CloudFront about the distribution, and measures what was completed since the last run. */
export const readDistribution = async (
  { distribution: reader, logger }: Pick<WatchDeps, 'distribution' | 'logger'>,
  state: WatchState,
  now: number,
): Promise<Pick<WatchState, 'distribution' | 'distribution_failed_since' | 'measured'>> => {
  try {
    const [report, additional] = await Promise.all([
      reader.read(),
      reader.hasAdditionalMetrics().catch((error: unknown) => {
        logger.error('The state of the additional metrics was not read', { errorName: (error as Error).name });
        return state.distribution?.additional_metrics ?? null;
      }),
    ]);
    return {
      distribution: factsOf(report, additional, iso(now)),
      distribution_failed_since: null,
      measured: measure(state.measured, state.distribution, report, now),
    };
  } catch (error) {
    logger.error('The distribution was not read', { errorName: (error as Error).name });
    const { distribution, measured } = state;
    return { distribution, measured, distribution_failed_since: state.distribution_failed_since ?? iso(now) };
  }
};
