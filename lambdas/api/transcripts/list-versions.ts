import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';
import { findSegment } from './find-segment.ts';
import { editorSegment, namesOfEditors } from './views.ts';

/** Lists the versions of a segment, the current one first. */
export const listVersions = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.list-versions'], async ({ params: { id, segmentId } }) => {
    await findContent(deps, id);
    const { segment } = await findSegment(deps, id, segmentId);
    const versions = [...(await deps.transcripts.listVersions(segment)), segment].toReversed();
    const names = await namesOfEditors(deps, versions);
    return { status: 200, body: { versions: versions.map((version) => editorSegment(version, names)) } };
  });
