import type { ManagedCategory } from '../../contract/content/catalog.ts';
import type { StoredCategory } from '../../data/content/category-repository.ts';

/** A category as administrators keep it. Contents from before there were counts may be counted down and never up. */
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
