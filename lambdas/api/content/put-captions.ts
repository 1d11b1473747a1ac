import { endpoints } from '../../contract/index.ts';
import { captionFile, captionTracks, withCaptions } from '../../domain/captions/captions.ts';
import { captionsKey } from '../../domain/media/layout.ts';
import { route } from '../../http/route.ts';
import { dropCaptionFile, findForCaptions, saveCaptions } from './change-captions.ts';
import type { ContentDeps } from './deps.ts';

/** Attaches captions: stores their file, names it in the content item, and removes the file that it replaces. */
export const putCaptions = (deps: ContentDeps) =>
  route(endpoints['content.put-captions'], async ({ params, body, actor, requestId }) => {
    const file = captionFile(body.text);
    const content = await findForCaptions(deps, params.id);
    const id = deps.newId();
    const captions = withCaptions(content.captions ?? [], { id, language: params.language, label: body.label });
    await deps.writeCues(captionsKey(content.id, id), file);
    try {
      await saveCaptions(deps, content, captions, { actor, requestId, action: 'content.captions-attached' });
    } catch (error) {
      await dropCaptionFile(deps, content.id, id);
      throw error;
    }
    const replaced = content.captions?.find(({ language }) => language === params.language);
    if (replaced) await dropCaptionFile(deps, content.id, replaced.id);
    return { status: 200, body: { captions: captionTracks(content.id, captions) } };
  });
