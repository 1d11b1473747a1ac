import { AppError } from '../../domain/app-error.ts';
import { isFromDistribution, type OriginHashes } from './origin-check.ts';
import type { Step } from '../state.ts';

/** Throws `forbidden` for a request that did not come through the distribution. Without hashes, it checks nothing. */
export const requireDistribution = (hashes: OriginHashes | undefined): Step => ({
  before({ event: { headers } }) {
    if (hashes && !isFromDistribution(hashes, headers)) throw new AppError('forbidden');
  },
});
