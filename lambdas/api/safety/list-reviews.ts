import { endpoints } from '../../contract/index.ts';
import { reviewsPublication } from '../../domain/content/visibility.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { reviewCard } from './review-view.ts';

/** Lists titles that wait for a decision, the one that waits longest first. */
export const listReviews = ({ reviews, lookup }: SafetyDeps) =>
  route(endpoints['safety.list-reviews'], async ({ actor, query: { cursor, limit, list, filter } }) => {
    const { items, next_cursor } = await reviews.list(list, filter, { cursor, limit });
    const found = await lookup.getMany(items.map(({ content_id: id }) => id));
    const cards = items.flatMap((verdict) => {
      const content = found.get(verdict.content_id);
      // The verdict about a replaced file waits until the new one is evaluated, and needs no decision.
      const isCurrent = content?.source_version_id === verdict.version_id && content.deleted_at === undefined;
      return isCurrent && reviewsPublication(content, actor.role) ? [reviewCard(content, verdict)] : [];
    });
    return { status: 200, body: { items: cards, next_cursor } };
  });
