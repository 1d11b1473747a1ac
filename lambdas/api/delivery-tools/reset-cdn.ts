import { endpoints } from '../../contract/index.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { cdnUrl, resetRecord } from '../../domain/content/cdn.ts';
import type { Content } from '../../domain/content/content.ts';
import { mediaPrefix } from '../../domain/media/layout.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps } from './deps.ts';

const isResettable = (content: Content | undefined): content is Content & { readonly media_version: string } =>
  content !== undefined && content.deleted_at === undefined && cdnUrl(content) !== null;

/** Empties the fields of a title. False when they are empty. */
const reset = (deps: DeliveryToolsDeps, contentId: string, by: ActBy): Promise<boolean> =>
  optimistic(async () => {
    const content = await deps.content.get(contentId, { consistent: true });
    const record = isResettable(content) ? resetRecord(content) : undefined;
    if (!content || !record) return false;
    const before = { cdn_video_url: cdnUrl(content), permanent_video_url: cdnUrl(content) };
    const after = { cdn_video_url: null, permanent_video_url: null, cdn_distribution_id: null };
    const act = { ...by, action: 'content.cdn-reset', targetId: contentId, before, after } as const;
    return (await deps.records.save(content, record, act, new Date(deps.now()).toISOString())) ? true : RETRY;
  });

/**
 * Empties the CDN fields of titles. Their files leave the cache first: if that fails, repeating the call does it, which
 * would find empty fields otherwise.
 */
export const resetCdn = (deps: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.reset-cdn'], async ({ body: { contentIds }, actor, requestId }) => {
    const ids = [...new Set(contentIds)];
    const contents = await Promise.all(ids.map((id) => deps.content.get(id, { consistent: true })));
    const resettable = contents.filter(isResettable);
    const paths = resettable.map(({ id, media_version: version }) => `/${mediaPrefix(id, version)}/*`);
    if (paths.length > 0) await deps.distribution.forget(paths, `reset-${requestId}`);
    const done = await Promise.all(resettable.map(({ id }) => reset(deps, id, { actor, requestId })));
    return { status: 200, body: { success: true as const, reset: done.filter(Boolean).length } };
  });
