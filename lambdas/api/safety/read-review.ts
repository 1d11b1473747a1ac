import type { Role } from '../../contract/shared.ts';
import type { SafetyReview } from '../../contract/admin/safety-shapes.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import { reviewsPublication } from '../../domain/content/visibility.ts';
import { neverEvaluated } from '../../domain/safety/review.ts';
import type { SafetyDeps } from './deps.ts';
import type { FoundReview } from './found-review.ts';
import { reviewView } from './review-view.ts';

/** What is stored about a title's current file. @throws AppError `content_not_found` without a file */
export const readSafety = async (
  {
    reviews,
    results,
    transcripts,
    logger,
    now,
  }: Pick<SafetyDeps, 'reviews' | 'results' | 'transcripts' | 'logger' | 'now'>,
  content: Content,
): Promise<FoundReview> => {
  const version = content.source_version_id;
  if (version === null) throw new AppError('content_not_found');
  const onBad = (count: number): void => logger.error('Corrupt results left out of a review', { count });
  const [record, found, transcript] = await Promise.all([
    reviews.readRecord(content.id, version),
    results.list(content.id, version, onBad),
    transcripts.readHead(content.id),
  ]);
  const verdict = record.verdict ?? neverEvaluated(content.id, version, now());
  return { content, verdict, record, results: found, transcript };
};

/** The review of a title that the caller works on. @throws AppError `content_not_found` */
export const readReview = async (deps: SafetyDeps, id: string, role: Role): Promise<FoundReview> => {
  const content = await deps.content.get(id, { consistent: true });
  if (!content || content.deleted_at !== undefined || !reviewsPublication(content, role))
    throw new AppError('content_not_found');
  const found = await readSafety(deps, content);
  if ((content.safety?.rev ?? 0) === found.verdict.rev) return found;
  // The verdict was stored after the item was read, and may have unpublished it.
  const latest = await deps.content.get(id, { consistent: true });
  return latest?.source_version_id === found.verdict.version_id ? { ...found, content: latest } : found;
};

/** The review as the API returns it. */
export const toReview = async (
  { profiles }: Pick<SafetyDeps, 'profiles'>,
  found: FoundReview,
): Promise<SafetyReview> => {
  const names = await profiles.namesOf(found.record.decisions.map(({ decided_by: user }) => user));
  return reviewView(found, names);
};
