import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { splitSegment as split } from '../../domain/transcripts/divide.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';
import { findSegment } from './find-segment.ts';
import { saveChanges } from './save-changes.ts';

/** Splits a segment in two. */
export const splitSegment = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.split-segment'], async ({ params: { id, segmentId }, body, actor, requestId }) => {
    await findContent(deps, id);
    const found = await findSegment(deps, id, segmentId);
    const { segments, segment: before } = found;
    if (body.version !== before.version) throw new AppError('version_conflict');
    const [after, second] = split(segments, before, body);
    const saved = await saveChanges(deps, found, [{ before, after }, { after: second }], { actor, requestId });
    return { status: 200, body: { segments: [...saved] } };
  });
