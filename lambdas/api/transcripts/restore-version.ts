import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';
import { findSegment } from './find-segment.ts';
import { saveSegment } from './save-segment.ts';

/** Restores an earlier version of a segment as a new version, so that nothing is lost. */
export const restoreVersion = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.restore-version'], async ({ params: { id, segmentId }, body, actor, requestId }) => {
    const content = await findContent(deps, id);
    const found = await findSegment(deps, id, segmentId);
    const earlier = (await deps.transcripts.listVersions(found.segment)).find(
      ({ version }) => version === body.restore,
    );
    if (!earlier) throw new AppError('validation_failed', `This segment has no version ${body.restore}.`);
    const { text, start_ms, end_ms, removed } = earlier;
    const edit = { version: body.version, text, start_ms, end_ms, removed };
    return { status: 200, body: await saveSegment(deps, content, found, edit, { actor, requestId }) };
  });
