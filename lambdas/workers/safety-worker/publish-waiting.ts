import { orRetry } from '../../data/table/errors.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { publishedWhenReady } from '../../domain/uploads/new-content.ts';
import type { SafetyWorkerDeps } from './deps.ts';

/** Publishes an item that waited for its verdict, if the gate is open now. Can be repeated. */
export const publishWaiting = (deps: SafetyWorkerDeps, contentId: string): Promise<void> =>
  optimistic(async () => {
    const content = await deps.content.get(contentId, { consistent: true });
    if (content?.publish_when_ready !== true || content.deleted_at !== undefined) return undefined;
    // Without media, the end of the conversion publishes it.
    if (content.media_version === null) return undefined;
    const published = publishedWhenReady(content, await deps.readSettings(), new Date(deps.now()).toISOString());
    if (!published) return undefined;
    if ((await orRetry(deps.savePublication(content, { ...content, ...published }))) === RETRY) return RETRY;
    deps.logger.info('Published after its verdict', { contentId });
    const saved = await deps.content.get(contentId, { consistent: true });
    if (saved) await deps.syncStills(saved);
    return undefined;
  });
