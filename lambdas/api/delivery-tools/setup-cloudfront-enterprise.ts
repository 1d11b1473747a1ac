import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { existing } from '../../domain/delivery/stage-distribution.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps } from './deps.ts';

/** Finds the distribution in front of a bucket of this stage. */
export const setupCloudfrontEnterprise = ({ distribution, readDeclared }: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.setup-cloudfront-enterprise'], async ({ body: { bucketName, region } }) => {
    const declared = await readDeclared();
    const names = Object.values(declared.buckets).map(({ name }) => name);
    if (!names.includes(bucketName)) throw new AppError('invalid_state', 'This stage has no bucket of that name.');
    if (region !== declared.region)
      throw new AppError('invalid_state', `The buckets of this stage are in ${declared.region}.`);
    const { id, domainName, enabled } = await existing(distribution);
    return { status: 200, body: { success: enabled, distributionId: id, domainName } };
  });
