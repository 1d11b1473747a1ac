import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { S3Client } from '@aws-sdk/client-s3';
import { createWatchRepository } from '../../data/delivery/watch-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { HEARTBEAT_KEY } from '../../contract/delivery/heartbeat.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createDistributionReader } from '../../platform/delivery/distribution-reader.ts';
import { createHeartbeatStore } from '../../platform/delivery/heartbeat-store.ts';
import { createMetricReader } from '../../platform/delivery/metric-reader.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { createProbe } from './probe.ts';
import { watchDelivery } from './watch-delivery.ts';

/** Composes the worker. It ignores the schedule's event. */
export const createHandler = (env: Env, logger: Logger): (() => Promise<void>) => {
  const parameters = createParameters();
  const readDistribution = () => parameters.read(env.DISTRIBUTION_PARAMETER);
  const deps = {
    repository: createWatchRepository(createTable(createDocumentClient(), env.TABLE_NAME), logger),
    // SDK clients read the same variable.
    metrics: createMetricReader({
      // Of its own: a client signs all its calls for the service of the first one.
      client: new CloudFrontClient(clientSettings),
      readDistribution,
      endpoint: process.env['AWS_ENDPOINT_URL'],
    }),
    distribution: createDistributionReader(new CloudFrontClient(clientSettings), readDistribution),
    heartbeat: createHeartbeatStore(new S3Client(clientSettings), env.MEDIA_BUCKET),
    probe: createProbe(async () => `${await parameters.read(env.SITE_URL_PARAMETER)}/${HEARTBEAT_KEY}`, logger),
    logger,
    now: Date.now,
  };
  return () => watchDelivery(deps);
};
