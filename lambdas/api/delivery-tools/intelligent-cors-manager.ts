import type { Repair } from '../../contract/delivery/tools.ts';
import { endpoints } from '../../contract/index.ts';
import { MAX_SINGLE_PUT_BYTES } from '../../contract/media/upload-limits.ts';
import { hasDeclaredCors, repairCors } from '../../domain/delivery/bucket-tools.ts';
import { isWorking } from '../../domain/delivery/stage-distribution.ts';
import { chooseStrategy } from '../../domain/delivery/strategy.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps } from './deps.ts';
import { repairDeps } from './repair-deps.ts';

const NOTHING_DONE: Omit<Repair, 'success'> = {
  configurationUpdated: false,
  manualConfigRequired: false,
  instructions: [],
  consoleUrl: null,
};

/**
 * Chooses a strategy for uploads or playback. With CORS, it puts back the rules of the buckets unless the caller only
 * checks. What a browser says about CloudFront is ignored.
 */
export const intelligentCorsManager = (deps: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.intelligent-cors-manager'], async ({ body, actor, requestId }) => {
    const { operation, fileSize, operationType, forceStrategy } = body;
    const cloudFront = isWorking(await deps.distribution.find());
    const { strategy, reason, works } = chooseStrategy({ operationType, forceStrategy, cloudFront });
    const tools = await repairDeps(deps, { actor, requestId }, 'delivery.cors-restored');
    const repair =
      strategy === 'cors' && operation === 'configure' ? await repairCors(tools) : { success: works, ...NOTHING_DONE };
    const cors = await hasDeclaredCors(tools);
    const singlePut = fileSize === undefined ? null : fileSize <= MAX_SINGLE_PUT_BYTES;
    const success = repair.success && (strategy === 'cloudfront' || cors);
    return {
      status: 200,
      body: { ...repair, success, strategy, reason, capabilities: { cloudFront, cors, singlePut } },
    };
  });
