import { endpoints } from '../../contract/index.ts';
import { reviews } from '../../domain/content/visibility.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { toView } from '../../domain/content/views.ts';
import { conflict, optimistic } from '../../domain/optimistic.ts';
import { route } from '../../http/route.ts';
import { staffRights } from '../staff-rights.ts';
import type { ContentDeps } from './deps.ts';
import { saveEdit } from './save-edit.ts';

/**
 * Edits a content item within the caller's permissions, if its revision has not changed. A change of status publishes
 * or unpublishes the item. Repeating a request completes it. An edit that the verdict of the analysis overtakes is
 * decided again by the new verdict.
 */
export const updateContent = (deps: ContentDeps) =>
  route(endpoints['content.update-content'], async (request) => {
    const { before, saved } = await optimistic(() => saveEdit(deps, request), { exhausted: conflict });
    // Decided by the state before the edit: a moderator who repeats a publication gets the listener's view.
    const { role } = request.actor;
    const rights = reviews(before, role) ? await staffRights(role, deps.readStorage) : {};
    return { status: 200, body: toView(await syncStills(deps, saved), rights) };
  });
