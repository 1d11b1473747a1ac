import type { ContentStatus, ContentType } from '../../contract/content/content-shapes.ts';
import type { Role } from '../../contract/shared.ts';
import { withinReview } from '../../domain/content/moderation.ts';
import { mergeHits } from '../../domain/search/hits.ts';
import type { SearchHit } from '../../domain/search/search-index.ts';
import type { SearchDeps } from './deps.ts';

/** The query of a search by staff. */
export interface StaffSearch {
  readonly text: string;
  readonly contentType?: ContentType | undefined;
  readonly status?: ContentStatus | undefined;
}

/** Removes the hits that a role cannot see, so that a moderator's total and pages do not reveal them. */
const visibleTo = async (
  { content }: SearchDeps,
  role: Role,
  hits: readonly SearchHit[],
): Promise<readonly SearchHit[]> => {
  if (role === 'admin') return hits;
  const items = await content.getMany(hits.map(({ id }) => id));
  const ids = new Set(withinReview([...items.values()], role).map(({ id }) => id));
  return hits.filter(({ id }) => ids.has(id));
};

/** Searches the indexes that can contain items with this status, and returns the hits that the role can see. */
export const findStaffHits = async (
  deps: SearchDeps,
  role: Role,
  { text, contentType, status }: StaffSearch,
): Promise<readonly SearchHit[]> => {
  const indexes = [
    ...(status === 'published' ? [] : [deps.staffIndex]),
    ...(status === undefined || status === 'published' ? [deps.index] : []),
  ];
  const results = await Promise.all(
    indexes.map(async (index) => (await index.current()).search({ text, contentType })),
  );
  return visibleTo(deps, role, mergeHits(results));
};
