import type { ManagedCategory } from '../../contract/content/catalog.ts';
import type { StoredCategory } from '../../data/content/category-repository.ts';

/**
 * A category as administrators see it. Items that are older than the counts can make a count negative, which is shown
 * as 0.
 */
export const managedCategory = ({
  id,
  name,
  slug,
  content_count: count,
  replaced_by: by,
}: StoredCategory): ManagedCategory => ({
  id,
  name,
  slug,
  content_count: Math.max(0, count ?? 0),
  replaced_by: by ?? null,
});
