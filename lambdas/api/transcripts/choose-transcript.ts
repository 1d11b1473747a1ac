import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import type { TranscriptInSet } from '../../domain/transcripts/stored.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';

const audited = ({ source, language, created_at: made, revision }: TranscriptInSet): object => ({
  source,
  language,
  made,
  revision,
});

/** Makes the candidate the current transcript and the other way around, or deletes the candidate. */
export const chooseTranscript = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.choose-transcript'], async ({ params: { id }, body, actor, requestId }) => {
    await findContent(deps, id);
    const head = await deps.transcripts.readHead(id);
    if (!head) throw new AppError('transcript_not_found');
    const { candidate } = head;
    if (head.set !== body.set || candidate?.set !== body.candidate_set) throw new AppError('version_conflict');
    const [before, after] = body.use === 'candidate' ? [audited(head), audited(candidate)] : [audited(candidate), null];
    const action = body.use === 'candidate' ? 'content.transcript-chosen' : 'content.transcript-discarded';
    const act = { actor, requestId, action, targetId: id, before, after } as const;
    if (!(await deps.edits.saveChoice(head, body.use, act, new Date(deps.now()).toISOString())))
      throw new AppError('version_conflict');
    if (body.use === 'current') await deps.transcripts.removeSets(id, [head.set]);
    return { status: 204 };
  });
