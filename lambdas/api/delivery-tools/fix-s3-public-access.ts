import { endpoints } from '../../contract/index.ts';
import { repairPublicAccess } from '../../domain/delivery/bucket-tools.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps } from './deps.ts';
import { repairDeps } from './repair-deps.ts';

/** Blocks public access to the buckets again, and compares their policies. */
export const fixS3PublicAccess = (deps: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.fix-s3-public-access'], async ({ actor, requestId }) => ({
    status: 200,
    body: await repairPublicAccess(await repairDeps(deps, { actor, requestId }, 'delivery.public-access-blocked')),
  }));
