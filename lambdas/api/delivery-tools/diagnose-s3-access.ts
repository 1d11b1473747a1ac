import { endpoints } from '../../contract/index.ts';
import { diagnoseBuckets, recommendationsFor } from '../../domain/delivery/bucket-tools.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps } from './deps.ts';

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** Compares the buckets with the template. */
export const diagnoseS3Access = ({ settings, readDeclared, logger, now }: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.diagnose-s3-access'], async () => {
    const buckets = await diagnoseBuckets({
      settings,
      declared: await readDeclared(),
      onProblem: (what, bucket, error) =>
        logger.warn('A setting of a bucket is unknown', { what, bucket, error: nameOf(error) }),
    });
    const recommendations = [...recommendationsFor(buckets)];
    return {
      status: 200,
      body: {
        success: recommendations.length === 0,
        diagnosis: { buckets: [...buckets], recommendations, checked_at: new Date(now()).toISOString() },
      },
    };
  });
