import type { ScriptLanguage } from '../../contract/content/transcript-editing.ts';
import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';

/** Returns the script of a content item. */
export const getScript = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.get-script'], async ({ params: { id } }) => {
    await findContent(deps, id);
    const script = await deps.scripts.read(id);
    if (!script) throw new AppError('script_not_found');
    const { kind, language, created_at, text } = script;
    return { status: 200, body: { kind, language: language as ScriptLanguage, created_at, text } };
  });
