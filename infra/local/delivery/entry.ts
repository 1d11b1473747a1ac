import { LOCAL_ACCOUNT } from '../aws/service.ts';
import { deliveryLogRoutes } from '../console/delivery-log.ts';
import { defineEngine } from '../engine.ts';
import { s3Engine } from '../engines/s3/entry.ts';
import { apiGatewayEngine } from '../gateway/entry.ts';
import { metricsEngine } from '../metrics/entry.ts';
import { createCloudFrontService, type LocalDistribution } from '../services/cloudfront.ts';
import { withMonitoringSubscriptions } from '../services/monitoring-subscriptions.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { createDeliveryMetrics } from './delivery-metrics.ts';
import { logResources } from './log-resources.ts';
import { createLogWriter } from './log-writer.ts';
import { distributionResources } from './resources.ts';

/** The distribution, and its log. */
export interface LoggedDelivery extends Delivery {
  /** Writes a log file of the requests since the last one. */
  flushLogs(): Promise<void>;
}

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
    const distributions = new Map<string, LocalDistribution>();
    const writer = createLogWriter(clock, s3);
    const record = createDeliveryMetrics(metrics.store);
    const delivery = createDelivery({
      clock,
      s3,
      gateway: apis.gateway,
      site: addresses.site,
      onRequest(request) {
        record(request);
        writer.add(request);
      },
      canRead: (distributionId, bucket, key) =>
        access.serviceDenial(
          { service: 'cloudfront.amazonaws.com', sourceArn: distributionArn(distributionId) },
          's3:GetObject',
          `arn:aws:s3:::${bucket}/${key}`,
        ) === undefined,
    });
    const service = createCloudFrontService({
      clock,
      onInvalidate: delivery.invalidate,
      distribution: (id) => distributions.get(id),
      authorize: authorizeQuery,
    });
    const instance: LoggedDelivery = { ...delivery, flushLogs: writer.flush };
    return {
      instance,
      services: [withMonitoringSubscriptions(service, authorizeQuery)],
      routes: deliveryLogRoutes(writer),
      resources: {
        ...distributionResources({
          delivery,
          ...apis,
          onDistribution: (found) => void distributions.set(found.id, { ...found, modifiedAt: clock.now() }),
        }),
        ...logResources({ writer, access }),
      },
      stop: writer.stop,
    };
  },
});
