import {
  GetDistributionCommand,
  GetMonitoringSubscriptionCommand,
  ListInvalidationsCommand,
  type CloudFrontClient,
} from '@aws-sdk/client-cloudfront';
import type { DistributionReader } from '../../domain/delivery/distribution-facts.ts';

/** Newest invalidations that are read: more than are made between two looks. */
const INVALIDATIONS = 50;
const NO_SUBSCRIPTION = 'NoSuchMonitoringSubscription';

/** Reads the stage's distribution from CloudFront. The calls are free. */
export const createDistributionReader = (
  client: Pick<CloudFrontClient, 'send'>,
  readDistribution: () => Promise<string>,
): DistributionReader => ({
  async read() {
    const Id = await readDistribution();
    const [{ Distribution: found }, { InvalidationList: list }] = await Promise.all([
      client.send(new GetDistributionCommand({ Id })),
      client.send(new ListInvalidationsCommand({ DistributionId: Id, MaxItems: INVALIDATIONS })),
    ]);
    if (!found?.LastModifiedTime) throw new Error('CloudFront returned no distribution');
    return {
      id: Id,
      domain_name: found.DomainName ?? '',
      is_deployed: found.Status === 'Deployed',
      changed_at: found.LastModifiedTime.toISOString(),
      price_class: found.DistributionConfig?.PriceClass ?? '',
      invalidations: (list?.Items ?? []).flatMap(({ Id: id, CreateTime: created, Status: status }) =>
        id && created ? [{ id, created_at: created.toISOString(), is_complete: status === 'Completed' }] : [],
      ),
    };
  },

  async hasAdditionalMetrics() {
    try {
      const DistributionId = await readDistribution();
      const { MonitoringSubscription: found } = await client.send(
        new GetMonitoringSubscriptionCommand({ DistributionId }),
      );
      return found?.RealtimeMetricsSubscriptionConfig?.RealtimeMetricsSubscriptionStatus === 'Enabled';
    } catch (error) {
      if (error instanceof Error && error.name === NO_SUBSCRIPTION) return false;
      throw error;
    }
  },
});
