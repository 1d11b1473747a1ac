import { CloudFrontClient, CreateInvalidationCommand, GetDistributionCommand } from '@aws-sdk/client-cloudfront';
import { AppError } from '../../domain/app-error.ts';
import type { StageDistribution } from '../../domain/delivery/stage-distribution.ts';
import { clientSettings } from '../client-settings.ts';

const BUSY = 'CloudFront is still removing other files from its cache. Try again in a few minutes.';

/** The distribution of the stage, whose ID a parameter contains. */
export const createStageDistribution = (
  readId: () => Promise<string>,
  client: Pick<CloudFrontClient, 'send'> = new CloudFrontClient(clientSettings),
): StageDistribution => ({
  async find() {
    const id = await readId();
    try {
      const { Distribution: found } = await client.send(new GetDistributionCommand({ Id: id }));
      return {
        id,
        domainName: found?.DomainName ?? '',
        enabled: found?.DistributionConfig?.Enabled === true,
        deployed: found?.Status === 'Deployed',
      };
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchDistribution') return undefined;
      throw error;
    }
  },
  async forget(paths, reference) {
    const DistributionId = await readId();
    const InvalidationBatch = { CallerReference: reference, Paths: { Quantity: paths.length, Items: [...paths] } };
    try {
      await client.send(new CreateInvalidationCommand({ DistributionId, InvalidationBatch }));
    } catch (error) {
      if (error instanceof Error && error.name === 'TooManyInvalidationsInProgress')
        throw new AppError('unavailable', BUSY);
      throw error;
    }
  },
});
