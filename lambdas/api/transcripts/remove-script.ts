import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';

/** Removes the script. The transcript that was made from it stays. */
export const removeScript = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.remove-script'], async ({ params: { id }, actor, requestId }) => {
    await findContent(deps, id);
    const script = await deps.scripts.read(id);
    if (!script) return { status: 204 };
    const { kind, language, text } = script;
    const before = { script: kind, language, characters: text.length };
    const act = { actor, requestId, action: 'content.script-removed', targetId: id, before, after: null } as const;
    await deps.scripts.remove(id, act, new Date(deps.now()).toISOString());
    return { status: 204 };
  });
