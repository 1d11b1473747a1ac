import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps } from './deps.ts';

/** Returns the distribution while it is enabled. */
export const getCdnSettings = ({ distribution }: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.get-cdn-settings'], async () => {
    const found = await distribution.find();
    const settings = found?.enabled
      ? { distribution_id: found.id, domain_name: found.domainName, status: 'active' as const }
      : null;
    return { status: 200, body: { settings } };
  });
