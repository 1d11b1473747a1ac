import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { joinSegments as join } from '../../domain/transcripts/divide.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';
import { findSegment } from './find-segment.ts';
import { saveChanges } from './save-changes.ts';

/** Joins a segment with the next one. */
export const joinSegments = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.join-segments'], async ({ params: { id, segmentId }, body, actor, requestId }) => {
    await findContent(deps, id);
    const found = await findSegment(deps, id, segmentId);
    const { head, segments, segment: before } = found;
    const { next, joined, removed } = join(segments, before, head.language);
    if (body.version !== before.version || body.next.id !== next.id || body.next.version !== next.version)
      throw new AppError('version_conflict');
    const changes = [
      { before, after: joined },
      { before: next, after: removed },
    ] as const;
    return { status: 200, body: { segments: [...(await saveChanges(deps, found, changes, { actor, requestId }))] } };
  });
