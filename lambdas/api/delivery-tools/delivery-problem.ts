import { hasDeclaredCors } from '../../domain/delivery/bucket-tools.ts';
import { isWorking, type FoundDistribution } from '../../domain/delivery/stage-distribution.ts';
import type { DeliveryToolsDeps } from './deps.ts';

/** Why the CORS rules of the upload bucket are not those of the template; null when they are. */
const corsProblem = async ({ settings, readDeclared, logger }: DeliveryToolsDeps): Promise<string | null> => {
  try {
    if (await hasDeclaredCors({ settings, declared: await readDeclared() })) return null;
    return 'The CORS rules of the upload bucket differ from the template. Configure CORS in CDN Management.';
  } catch (error) {
    logger.error('The CORS rules were not read', {}, error);
    return 'S3 did not return the CORS rules of the upload bucket. Try again in a minute.';
  }
};

/** Why the distribution cannot deliver a manifest; null when it can, and CORS is as declared. */
export const deliveryProblem = async (
  deps: DeliveryToolsDeps,
  manifest: string,
  found: FoundDistribution,
): Promise<string | null> => {
  if (!isWorking(found)) return 'The distribution is disabled or still being deployed.';
  if (!(await deps.renditions.has(manifest.slice(1))))
    return 'The converted files of this title are missing. Convert it again.';
  return corsProblem(deps);
};
