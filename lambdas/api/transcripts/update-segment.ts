import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';
import { findSegment } from './find-segment.ts';
import { saveSegment } from './save-segment.ts';

/** Edits a segment, removes it, or restores a removed one. */
export const updateSegment = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.update-segment'], async ({ params: { id, segmentId }, body, actor, requestId }) => {
    const content = await findContent(deps, id);
    const found = await findSegment(deps, id, segmentId);
    return { status: 200, body: await saveSegment(deps, content, found, body, { actor, requestId }) };
  });
