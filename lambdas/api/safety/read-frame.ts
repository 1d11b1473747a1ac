import { AppError } from '../../domain/app-error.ts';
import { analysisPrefix } from '../../domain/media/layout.ts';
import { findingsOf } from '../../domain/safety/verdict.ts';
import type { SafetyDeps } from './deps.ts';
import type { FoundReview } from './found-review.ts';

/**
 * The response with the frame of a piece of evidence. The CDN does not deliver frames of the analysis, and pages may
 * load pictures from their own origin only, so the response contains the picture.
 * @throws AppError `media_not_available`
 */
export const frameResponse = async (
  { readFrame }: Pick<SafetyDeps, 'readFrame'>,
  { content, results }: Pick<FoundReview, 'content' | 'results'>,
  evidenceId: string,
) => {
  const { evidence } = findingsOf(results, []);
  const key = evidence.find((one) => one.id === evidenceId)?.frame_key;
  const isOwn = key?.startsWith(`${analysisPrefix(content.id)}/`) === true;
  const bytes = isOwn ? await readFrame(key) : undefined;
  if (!bytes) throw new AppError('media_not_available');
  return {
    status: 200,
    body: { jpeg: Buffer.from(bytes).toString('base64') },
    headers: { 'cache-control': 'private, no-store' },
  } as const;
};
