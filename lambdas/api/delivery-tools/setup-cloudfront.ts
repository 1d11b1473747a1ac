import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { checkedRecord, manifestUrl } from '../../domain/content/cdn.ts';
import type { CdnCheck } from '../../domain/content/cdn-record.ts';
import { existing } from '../../domain/delivery/stage-distribution.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { route } from '../../http/route.ts';
import { deliveryProblem } from './delivery-problem.ts';
import type { DeliveryToolsDeps } from './deps.ts';

const NO_MEDIA = 'This title has no converted media yet, so there is nothing to check.';

/**
 * Checks the delivery of a title and records the result. A title without converted media has none to record: it could
 * only say that the distribution works. Only the end of a reset is an audited change.
 */
export const setupCloudfront = (deps: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.setup-cloudfront'], async ({ body: { contentId }, actor, requestId }) => {
    const found = await existing(deps.distribution);
    const result = await optimistic(async () => {
      const content = await deps.content.get(contentId, { consistent: true });
      if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
      const manifest = manifestUrl(content);
      if (manifest === null) return { checked: false, problem: NO_MEDIA };
      const problem = await deliveryProblem(deps, manifest, found);
      const at = new Date(deps.now()).toISOString();
      const check: CdnCheck = { outcome: problem === null ? 'configured' : 'error', problem, checked_at: at };
      const record = checkedRecord(content, check);
      const { reset_version: before } = content.cdn ?? {};
      const act = { actor, requestId, action: 'content.cdn-set-up', targetId: contentId } as const;
      const saved =
        before === record.reset_version
          ? await deps.records.saveCheck(content, record)
          : await deps.records.save(content, record, { ...act, before: { reset: before }, after: { reset: null } }, at);
      return saved ? { checked: true, problem } : RETRY;
    });
    const { id: distributionId, domainName } = found;
    return { status: 200, body: { success: result.problem === null, distributionId, domainName, ...result } };
  });
