import type { ScriptLanguage } from '../../contract/content/transcript-editing.ts';
import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findContent } from './find-content.ts';
import { editorSegment, editorSummary, namesOfEditors } from './views.ts';

/** Returns the transcript with everything that editors see. */
export const getEditor = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.get-editor'], async ({ params: { id } }) => {
    await findContent(deps, id);
    const [stored, script] = await Promise.all([deps.transcripts.readStored(id), deps.scripts.read(id)]);
    const { head, segments = [] } = stored ?? {};
    const names = await namesOfEditors(deps, [
      ...segments,
      ...[head, head?.candidate].filter((one) => one !== undefined),
    ]);
    return {
      status: 200,
      body: {
        transcript: head ? editorSummary(head, names) : null,
        candidate: head?.candidate ? editorSummary(head.candidate, names) : null,
        segments: segments.map((segment) => editorSegment(segment, names)),
        script: script
          ? { kind: script.kind, language: script.language as ScriptLanguage, created_at: script.created_at }
          : null,
      },
    };
  });
