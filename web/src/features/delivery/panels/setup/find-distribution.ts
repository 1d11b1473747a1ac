import type { ApiClient } from '../../../../lib/api/api-client.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import type { FoundDistribution } from '../shapes.ts';
import { WrongTarget } from './cdn-setup.ts';

/** A bucket of the stage. */
export interface SetupTarget {
  readonly bucketName: string;
  readonly region: string;
}

/** Finds the distribution of the stage, which delivers every title that has media. */
export const findDistribution = (api: ApiClient): Promise<FoundDistribution> =>
  api.call('delivery-tools.setup-cdn-for-existing', { body: { action: 'setup_permanent_distribution' } });

/**
 * Finds the distribution in front of a bucket.
 * @throws WrongTarget when the stage has no such bucket.
 */
export const findBehind = async (api: ApiClient, target: SetupTarget): Promise<FoundDistribution> => {
  try {
    return await api.call('delivery-tools.setup-cloudfront-enterprise', { body: target });
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (!(error instanceof ApiError) || (code !== 'invalid_state' && code !== 'validation_failed')) throw error;
    // A missing distribution has the same code as a wrong bucket. Without one, this fails too.
    if (code === 'invalid_state') await findDistribution(api);
    throw new WrongTarget(error.message);
  }
};
