import { endpoints } from '../../contract/index.ts';
import { shown } from '../../domain/transcripts/stored.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findReadable } from './find-content.ts';

/** Returns the transcript of an item that the caller can play. */
export const getTranscript = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.get-transcript'], async ({ params, actor }) => {
    await findReadable(deps, params.id, actor);
    const stored = await deps.transcripts.readStored(params.id);
    if (!stored) return { status: 200, body: { transcript: null, segments: [] } };
    const { language, source, edited_at: edited, created_at: created } = stored.head;
    return {
      status: 200,
      body: {
        transcript: { language, source, edited: edited !== null, updated_at: edited ?? created },
        segments: shown(stored.segments).map(({ id, start_ms, end_ms, text, words }) => ({
          id,
          start_ms,
          end_ms,
          text,
          ...(words ? { words } : {}),
        })),
      },
    };
  });
