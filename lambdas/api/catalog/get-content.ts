import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { toView } from '../../domain/content/views.ts';
import { isVisible, reviews } from '../../domain/content/visibility.ts';
import { route } from '../../http/route.ts';
import { assertCanBrowse } from '../../http/assert-may-browse.ts';
import type { CatalogDeps } from './deps.ts';

/**
 * Returns a content item. Everyone sees published items, moderators also pending ones, and administrators all. An item
 * that the caller cannot see is reported as not found.
 */
export const getContent = ({ content, publicCatalog }: CatalogDeps) =>
  route(endpoints['catalog.get-content'], async ({ params, actor }) => {
    assertCanBrowse(publicCatalog, actor);
    const found = await content.get(params.id);
    if (!found || !isVisible(found, actor?.role)) throw new AppError('content_not_found');
    return { status: 200, body: toView(found, reviews(found, actor?.role)) };
  });
