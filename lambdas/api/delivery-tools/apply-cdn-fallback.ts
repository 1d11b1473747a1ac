import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { appliedFallback, cdnUrl, fallbackOf, withFallback } from '../../domain/content/cdn.ts';
import type { CdnFallback } from '../../domain/content/cdn-record.ts';
import { isWorking } from '../../domain/delivery/stage-distribution.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps } from './deps.ts';

const apply = (deps: DeliveryToolsDeps, contentId: string, by: ActBy): Promise<CdnFallback> =>
  optimistic(async () => {
    const content = await deps.content.get(contentId, { consistent: true });
    if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
    const at = new Date(deps.now()).toISOString();
    const fallback = fallbackOf(content, at);
    const url = fallback?.conversion_audit.converted_video_url;
    if (!fallback || url === undefined || !(await deps.renditions.has(url.slice(1))))
      throw new AppError('media_not_available');
    const applied = appliedFallback(content);
    if (applied) return applied;
    const act = {
      ...by,
      action: 'content.cdn-fallback-applied',
      targetId: contentId,
      before: { cdn_video_url: cdnUrl(content) },
      after: { cdn_video_url: url, fallback_applied_at: at },
    } as const;
    return (await deps.records.save(content, withFallback(content, fallback), act, at)) ? fallback : RETRY;
  });

/** Sets the CDN fields of a title to its converted URL, and records what they were. */
export const applyCdnFallback = (deps: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.apply-cdn-fallback'], async ({ body: { contentId }, actor, requestId }) => {
    const { conversion_audit: audit, applied_at: at } = await apply(deps, contentId, { actor, requestId });
    return {
      status: 200,
      body: {
        success: true as const,
        url: audit.converted_video_url,
        cdnWorking: isWorking(await deps.distribution.find()),
        fallback_applied_at: at,
      },
    };
  });
