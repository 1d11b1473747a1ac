import { endpoints } from '../../contract/index.ts';
import { ConditionFailed } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import { newScript, scriptStored } from '../../domain/transcripts/new-script.ts';
import { route } from '../../http/route.ts';
import { requestAlignment } from '../align-script.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';

/** Stores a script, replacing the one before, and aligns it to the sound. */
export const putScript = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.put-script'], async ({ params: { id }, body, actor, requestId }) => {
    const by = { actor, requestId };
    const script = newScript(body, { contentId: id, by, at: new Date(deps.now()).toISOString() });
    const { title, conversion_status: status } = await findContent(deps, id);
    const before = await deps.scripts.read(id);
    await deps.scripts
      .put(script, deps.content.mustExist(id), scriptStored(by, title, script, before))
      .catch((error: unknown) => {
        throw error instanceof ConditionFailed ? new AppError('content_not_found') : error;
      });
    // During a conversion, the step waits for the sound that it makes.
    const started = (await requestAlignment(deps, id, by)) && status === 'completed';
    const { kind, language } = body;
    return { status: 200, body: { script: { kind, language, created_at: script.created_at }, started } };
  });
