import { MAX_SCRIPT_BYTES } from '../../contract/content/transcript-editing.ts';
import { endpoints } from '../../contract/index.ts';
import { ConditionFailed } from '../../data/table/errors.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { route } from '../../http/route.ts';
import { requestRun } from '../request-run.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';

/** Requests the step that aligns the script. False while the file is not checked: then the step starts afterwards. */
const startAlignment = async (deps: TranscriptDeps, contentId: string, by: ActBy): Promise<boolean> => {
  try {
    await requestRun(deps, contentId, 'speech', by, { isChanged: true });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_state') return false;
    throw error;
  }
};

/** Stores a script, replacing the one before, and aligns it to the sound. */
export const putScript = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.put-script'], async ({ params: { id }, body, actor, requestId }) => {
    const { kind, language, text } = body;
    if (!/[\p{L}\p{N}]/u.test(text))
      throw new AppError('validation_failed', 'Enter the words that are spoken or sung.');
    if (new TextEncoder().encode(text).length > MAX_SCRIPT_BYTES)
      throw new AppError('validation_failed', 'A script can have at most 300,000 bytes, about 50,000 words.');
    const { title, conversion_status: status } = await findContent(deps, id);
    const before = await deps.scripts.read(id);
    const created_at = new Date(deps.now()).toISOString();
    const script = { content_id: id, kind, language, text, created_at, created_by: actor.userId };
    const by = { actor, requestId };
    const summary = (of: { kind: string; language: string; text: string }): object => ({
      title,
      script: of.kind,
      language: of.language,
      characters: of.text.length,
    });
    const act = { ...by, targetId: id, before: before ? summary(before) : {}, after: summary(script) };
    await deps.scripts
      .put(script, deps.content.mustExist(id), { ...act, action: 'content.script-stored' })
      .catch((error: unknown) => {
        throw error instanceof ConditionFailed ? new AppError('content_not_found') : error;
      });
    // During a conversion, the step waits for the sound that it makes.
    const started = (await startAlignment(deps, id, by)) && status === 'completed';
    return { status: 200, body: { script: { kind, language, created_at }, started } };
  });
