import { endpoints } from '../../contract/index.ts';
import { repairCors } from '../../domain/delivery/bucket-tools.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps } from './deps.ts';
import { repairDeps } from './repair-deps.ts';

/** Puts back the CORS rules of the buckets. */
export const configureS3CorsV2 = (deps: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.configure-s3-cors-v2'], async ({ actor, requestId }) => ({
    status: 200,
    body: await repairCors(await repairDeps(deps, { actor, requestId }, 'delivery.cors-restored')),
  }));
