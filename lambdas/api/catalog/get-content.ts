import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Content } from '../../domain/content/content.ts';
import { toView, type ViewRights } from '../../domain/content/views.ts';
import { isVisible, reviews } from '../../domain/content/visibility.ts';
import { canDownloadSource } from '../../domain/uploads/download-right.ts';
import { route, type Actor } from '../../http/route.ts';
import { assertCanBrowse } from '../../http/access/assert-may-browse.ts';
import { staffRights } from '../staff-rights.ts';
import type { CatalogDeps } from './deps.ts';

/** What a caller sees of an item: administrators everything, moderators what they review, its owner the source. */
const rightsOn = async (
  { ownerOf, readStorage }: CatalogDeps,
  content: Content,
  actor: Actor | undefined,
): Promise<ViewRights> => {
  if (!actor) return {};
  if (actor.role === 'admin') return staffRights(actor.role, readStorage);
  const owner = await ownerOf(content.creator_id);
  return { review: reviews(content, actor.role), source: canDownloadSource({ user_id: owner }, actor) };
};

/**
 * Returns a content item. Everyone sees published items, moderators also pending ones, and administrators all. An item
 * that the caller cannot see is reported as not found. The owner of its creator also gets what describes the source,
 * and administrators what the analysis found if they ask for it.
 */
export const getContent = (deps: CatalogDeps) =>
  route(endpoints['catalog.get-content'], async ({ params, query, actor }) => {
    assertCanBrowse(deps.publicCatalog, actor);
    const found = await deps.content.get(params.id);
    if (!found || !isVisible(found, actor?.role)) throw new AppError('content_not_found');
    const view = toView(found, await rightsOn(deps, found, actor));
    if (query.analysis === undefined || actor?.role !== 'admin') return { status: 200, body: view };
    return { status: 200, body: { ...view, metadata: { ...view.metadata, ...(await deps.readFindings(found)) } } };
  });
