import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { writeTranscript } from '../../domain/transcripts/formats.ts';
import { shown } from '../../domain/transcripts/stored.ts';
import { route } from '../../http/route.ts';
import type { TranscriptDeps } from './deps.ts';
import { findReadable } from './find-content.ts';

/** Returns the transcript as a file, with a name that every file system accepts. */
export const getFile = (deps: TranscriptDeps) =>
  route(endpoints['transcripts.get-file'], async ({ params: { id, format }, actor }) => {
    const content = await findReadable(deps, id, actor);
    const stored = await deps.transcripts.readStored(id);
    if (!stored) throw new AppError('transcript_not_found');
    const name = content.title.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim() || 'transcript';
    const text = writeTranscript(shown(stored.segments), format);
    return { status: 200, body: { file_name: `${name}.${stored.head.language}.${format}`, text } };
  });
