import { LOCAL_ACCOUNT } from '../aws/service.ts';
import { defineEngine } from '../engine.ts';
import { s3Engine } from '../engines/s3/entry.ts';
import { apiGatewayEngine } from '../gateway/entry.ts';
import { metricsEngine } from '../metrics/entry.ts';
import { createCloudFrontService } from '../services/cloudfront.ts';
import { createDelivery } from './delivery.ts';
import { createDeliveryMetrics } from './delivery-metrics.ts';
import { distributionResources } from './resources.ts';

/** The ARN of a distribution, as bucket policies name it. */
const distributionArn = (id: string): string => `arn:aws:cloudfront::${LOCAL_ACCOUNT}:distribution/${id}`;

/** CloudFront: the distribution that serves the site, and its invalidations. */
export const deliveryEngine = defineEngine({
  name: 'CloudFront',
  needs: { s3: s3Engine, apis: apiGatewayEngine, metrics: metricsEngine },
  faults: [
    {
      name: 'cloudfront',
      label: 'Cache (CloudFront)',
      signingName: 'cloudfront',
      throttled: ['Throttling', 400, 'Rate exceeded'],
      failing: ['ServiceUnavailable', 503, 'CloudFront is temporarily unavailable.'],
      protocol: 'xml',
    },
  ],
  create({ clock, access, addresses, authorizeQuery }, { s3, apis, metrics }) {
    const ids = new Set<string>();
    const delivery = createDelivery({
      clock,
      s3,
      gateway: apis.gateway,
      site: addresses.site,
      onRequest: createDeliveryMetrics(metrics.store),
      canRead: (distributionId, bucket, key) =>
        access.serviceDenial(
          { service: 'cloudfront.amazonaws.com', sourceArn: distributionArn(distributionId) },
          's3:GetObject',
          `arn:aws:s3:::${bucket}/${key}`,
        ) === undefined,
    });
    const service = createCloudFrontService({
      clock,
      // The local distribution has no cache to invalidate.
      onInvalidate: () => undefined,
      distributionExists: (id) => ids.has(id),
      authorize: authorizeQuery,
    });
    return {
      instance: delivery,
      services: [service],
      resources: distributionResources({ delivery, ...apis, onDistribution: (id) => ids.add(id) }),
    };
  },
});
