import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { analysisPrefix } from '../../domain/media/layout.ts';
import { findingsOf } from '../../domain/safety/verdict.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { readReview } from './read-review.ts';

/**
 * Returns a frame to staff who review the title. The CDN does not deliver frames of the analysis, and pages may load
 * pictures from their own origin only, so the response contains the picture.
 */
export const getFrame = (deps: SafetyDeps) =>
  route(endpoints['safety.get-frame'], async ({ params: { id, evidenceId }, actor }) => {
    const { results } = await readReview(deps, id, actor.role);
    const { evidence } = findingsOf(results, []);
    const key = evidence.find((one) => one.id === evidenceId)?.frame_key;
    const isOwn = key?.startsWith(`${analysisPrefix(id)}/`) === true;
    const bytes = isOwn ? await deps.readFrame(key) : undefined;
    if (!bytes) throw new AppError('media_not_available');
    return {
      status: 200,
      body: { jpeg: Buffer.from(bytes).toString('base64') },
      headers: { 'cache-control': 'private, no-store' },
    };
  });
