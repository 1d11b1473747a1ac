import type { Content } from '../../domain/content/content.ts';
import { isVisible } from '../../domain/content/visibility.ts';
import type { SearchQuery } from '../../domain/search/search-index.ts';

/** Whether a content item still matches in its current state. The index can be seconds behind. */
export const stillMatches = (
  content: Content,
  { contentType, categoryId, publicOnly }: Omit<SearchQuery, 'text'>,
): boolean =>
  isVisible(content, publicOnly ? undefined : 'user') &&
  (contentType === undefined || content.content_type === contentType) &&
  (categoryId === undefined || content.category_id === categoryId);
