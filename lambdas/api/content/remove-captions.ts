import { endpoints } from '../../contract/index.ts';
import { captionTracks } from '../../domain/captions/captions.ts';
import { route } from '../../http/route.ts';
import { dropCaptionFile, findForCaptions, saveCaptions } from './change-captions.ts';
import type { ContentDeps } from './deps.ts';

/** Removes captions from a content item, then their file. */
export const removeCaptions = (deps: ContentDeps) =>
  route(endpoints['content.remove-captions'], async ({ params, actor, requestId }) => {
    const content = await findForCaptions(deps, params.id);
    const before = content.captions ?? [];
    const removed = before.find(({ language }) => language === params.language);
    if (!removed) return { status: 200, body: { captions: captionTracks(content.id, before) } };
    const captions = before.filter((other) => other !== removed);
    await saveCaptions(deps, content, captions, { actor, requestId, action: 'content.captions-removed' });
    await dropCaptionFile(deps, content.id, removed.id);
    return { status: 200, body: { captions: captionTracks(content.id, captions) } };
  });
