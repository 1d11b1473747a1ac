import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ContentId, Timestamp } from '../shared.ts';
import { LanguageTag } from './captions.ts';

/** How a transcript came about: recognized, or a text that a user supplied. */
export const TranscriptSource = z.enum(['machine', 'script']);

/** Files that a transcript can be downloaded as. */
export const TranscriptFormat = z.enum(['vtt', 'srt', 'txt']);
export type TranscriptFormat = z.infer<typeof TranscriptFormat>;

/** A sentence, a part of one, or a line of lyrics. Segments are in order of time and do not overlap. */
export const TranscriptSegment = z.object({
  id: z.string(),
  start_ms: z.number(),
  end_ms: z.number(),
  /** Plain text. */
  text: z.string(),
  /** When each word starts, in milliseconds from the start of the title; absent when unknown. */
  words: z.optional(z.array(z.number())),
});
export type TranscriptSegment = z.infer<typeof TranscriptSegment>;

export const TranscriptView = z.object({
  /** Null when the item has no transcript. */
  transcript: z.nullable(
    z.object({
      language: LanguageTag,
      source: TranscriptSource,
      /** Whether a user has edited it. */
      edited: z.boolean(),
      updated_at: Timestamp,
    }),
  ),
  segments: z.array(TranscriptSegment),
});
export type TranscriptView = z.infer<typeof TranscriptView>;

const READ_ERRORS = ['content_not_found', 'plan_required'] as const;

export const transcriptEndpoints = {
  'transcripts.get-transcript': endpoint({
    method: 'GET',
    path: '/api/content/{id}/transcript',
    auth: 'user',
    summary: 'Returns the transcript of a content item, to users who can play the item.',
    params: z.strictObject({ id: ContentId }),
    responses: { 200: TranscriptView },
    errors: [...READ_ERRORS],
  }),
  'transcripts.get-file': endpoint({
    method: 'GET',
    path: '/api/content/{id}/transcript/files/{format}',
    auth: 'user',
    summary: 'Returns the transcript as the text of a file: WebVTT, SubRip or plain text.',
    params: z.strictObject({ id: ContentId, format: TranscriptFormat }),
    responses: { 200: z.object({ file_name: z.string(), text: z.string() }) },
    errors: [...READ_ERRORS, 'transcript_not_found'],
  }),
};
