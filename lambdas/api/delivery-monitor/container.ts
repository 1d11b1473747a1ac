import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { createDeliveryAlerts, createMonitorReader } from '../../data/delivery/watch-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createDistributionReader } from '../../platform/delivery/distribution-reader.ts';
import { createParameters } from '../../platform/parameters.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import type { Env } from './env.ts';
import { monitorRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const parameters = createParameters();
  const readDistribution = () => parameters.read(env.DISTRIBUTION_PARAMETER);
  return apiFunction(env, logger, ({ table }) =>
    monitorRoutes({
      reader: createMonitorReader(table, logger),
      alerts: createDeliveryAlerts(table, createPaging(env, parameters), logger),
      distribution: createDistributionReader(new CloudFrontClient(clientSettings), readDistribution),
      readDistribution,
      logger,
      now: Date.now,
    }),
  );
};
