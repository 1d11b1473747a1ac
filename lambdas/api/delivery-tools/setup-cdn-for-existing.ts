import { endpoints } from '../../contract/index.ts';
import { existing } from '../../domain/delivery/stage-distribution.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps } from './deps.ts';

/** Finds the distribution, which delivers existing titles as it delivers new ones. */
export const setupCdnForExisting = ({ distribution }: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.setup-cdn-for-existing'], async () => {
    const { id, domainName, enabled } = await existing(distribution);
    return { status: 200, body: { success: enabled, distributionId: id, domainName } };
  });
