import { endpoints } from '../../contract/index.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { toView } from '../../domain/content/views.ts';
import { route } from '../../http/route.ts';
import { staffRights } from '../staff-rights.ts';
import { claimUpload } from './claim-upload.ts';
import type { ContentDeps } from './deps.ts';

/**
 * Creates the content item of an upload, with the results of its conversion so far, and aligns its script if it has
 * one. Repeating the call returns the same item.
 */
export const createContent = (deps: ContentDeps) =>
  route(endpoints['content.create-content'], async ({ body, actor, requestId }) => {
    const by = { actor, requestId };
    const content = await optimistic(async () => (await claimUpload(deps, body, by)) ?? RETRY);
    // An item that existed before may have none, and running its step again could be paid.
    if (body.script && (await deps.scripts.read(content.id))) await deps.alignNewScript(content.id, by);
    const rights = await staffRights(actor.role, deps.readStorage);
    return { status: 201, body: toView(await syncStills(deps, content), rights) };
  });
