import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ContentId, paragraph, Timestamp } from '../shared.ts';
import { MAX_SCRIPT_BODY_BYTES, MAX_SCRIPT_BYTES } from './analysis-limits.ts';
import { LanguageTag } from './captions.ts';
import { TranscriptSegment, TranscriptSource } from './transcripts.ts';

/** Limits: characters of a segment, and milliseconds of a title (a day). */
export const MAX_SEGMENT_TEXT = 500;
const MAX_TITLE_MS = 86_400_000;

/** What a script is. Lines of lyrics stay lines; a text is divided into sentences. */
export const ScriptKind = z.enum(['text', 'lyrics']);
export type ScriptKind = z.infer<typeof ScriptKind>;

/** Languages in which a script can be aligned to the sound. */
export const ScriptLanguage = z.enum(['en', 'fr']);
export type ScriptLanguage = z.infer<typeof ScriptLanguage>;

/** A script or lyrics, to be aligned to the sound. */
export const ScriptInput = z.strictObject({
  kind: ScriptKind,
  language: ScriptLanguage,
  text: paragraph(MAX_SCRIPT_BYTES),
});
export type ScriptInput = z.infer<typeof ScriptInput>;

const editor = { edited_at: z.nullable(Timestamp), edited_by_name: z.nullable(z.string()) };

/** A segment with what editors see. Removed segments are not shown to listeners and can be restored. */
export const EditorSegment = z.object({
  ...TranscriptSegment.shape,
  /** Increases with every edit; 0 is what the machine wrote. Send it with an edit. */
  version: z.number(),
  removed: z.boolean(),
  ...editor,
});
export type EditorSegment = z.infer<typeof EditorSegment>;

const Summary = z.object({
  language: LanguageTag,
  source: TranscriptSource,
  created_at: Timestamp,
  segment_count: z.number(),
  ...editor,
});

export const ScriptSummary = z.object({ kind: ScriptKind, language: ScriptLanguage, created_at: Timestamp });

export const TranscriptEditor = z.object({
  /** Null when the item has no transcript. */
  transcript: z.nullable(z.object({ ...Summary.shape, set: z.string() })),
  /** Another transcript that can be chosen. Null when there is none. */
  candidate: z.nullable(z.object({ ...Summary.shape, set: z.string() })),
  segments: z.array(EditorSegment),
  script: z.nullable(ScriptSummary),
});
export type TranscriptEditor = z.infer<typeof TranscriptEditor>;

const params = z.strictObject({ id: ContentId });
/** A number, with a fraction after it if a user split the segment off another one. */
const SegmentId = z.string().check(z.regex(/^s\d{5}[0-9A-Za-z]{0,32}$/, 'Must be the id of a segment'));
const segmentParams = z.strictObject({ id: ContentId, segmentId: SegmentId });
const version = z.int().check(z.minimum(0), z.maximum(999_999));
const time = z.int().check(z.minimum(0), z.maximum(MAX_TITLE_MS));
const Saved = z.object({ segment: EditorSegment });
const EDIT_ERRORS = ['content_not_found', 'transcript_not_found', 'segment_not_found', 'version_conflict'] as const;

export const transcriptEditingEndpoints = {
  'transcripts.get-editor': endpoint({
    method: 'GET',
    path: '/api/content/{id}/transcript/editor',
    auth: 'admin',
    summary: 'Returns the transcript of a content item with all segments, its candidate, and its script.',
    params,
    responses: { 200: TranscriptEditor },
    errors: ['content_not_found'],
  }),
  'transcripts.update-segment': endpoint({
    method: 'PUT',
    path: '/api/content/{id}/transcript/segments/{segmentId}',
    auth: 'admin',
    summary: 'Edits or removes a segment. Captions follow within a minute; nothing that costs money runs again.',
    params: segmentParams,
    body: z.strictObject({
      /** The version that is edited. */
      version,
      text: paragraph(MAX_SEGMENT_TEXT),
      start_ms: time,
      end_ms: time,
      removed: z.boolean(),
    }),
    responses: { 200: Saved },
    errors: [...EDIT_ERRORS],
  }),
  'transcripts.split-segment': endpoint({
    method: 'POST',
    path: '/api/content/{id}/transcript/segments/{segmentId}/split',
    auth: 'admin',
    summary: 'Splits a segment in two. The first part keeps its versions; the second is a new segment.',
    params: segmentParams,
    body: z.strictObject({
      /** The version that is split. */
      version,
      /** Characters (UTF-16) of the text that stay in the first part. */
      at: z.int().check(z.minimum(1), z.maximum(MAX_SEGMENT_TEXT)),
      /** When the second part starts. */
      at_ms: time,
    }),
    responses: { 200: z.object({ segments: z.array(EditorSegment) }) },
    errors: [...EDIT_ERRORS],
  }),
  'transcripts.join-segments': endpoint({
    method: 'POST',
    path: '/api/content/{id}/transcript/segments/{segmentId}/join',
    auth: 'admin',
    summary: 'Joins a segment with the next one that is not removed. The next one can be restored.',
    params: segmentParams,
    body: z.strictObject({
      /** The version of the segment. */
      version,
      /** The next segment and its version, as they were read. */
      next: z.strictObject({ id: SegmentId, version }),
    }),
    responses: { 200: z.object({ segments: z.array(EditorSegment) }) },
    errors: [...EDIT_ERRORS],
  }),
  'transcripts.list-versions': endpoint({
    method: 'GET',
    path: '/api/content/{id}/transcript/segments/{segmentId}/versions',
    auth: 'admin',
    summary: 'Lists the versions of a segment, newest first.',
    params: segmentParams,
    responses: { 200: z.object({ versions: z.array(EditorSegment) }) },
    errors: ['content_not_found', 'transcript_not_found', 'segment_not_found'],
  }),
  'transcripts.restore-version': endpoint({
    method: 'POST',
    path: '/api/content/{id}/transcript/segments/{segmentId}/restore',
    auth: 'admin',
    summary: 'Makes an earlier version of a segment the current one, as a new version.',
    params: segmentParams,
    body: z.strictObject({
      /** The current version. */
      version,
      /** The version to restore. */
      restore: version,
    }),
    responses: { 200: Saved },
    errors: [...EDIT_ERRORS],
  }),
  'transcripts.choose-transcript': endpoint({
    method: 'POST',
    path: '/api/content/{id}/transcript/choice',
    auth: 'admin',
    summary:
      'Chooses between the transcript and its candidate. `candidate` swaps them; `current` deletes the candidate.',
    params,
    body: z.strictObject({
      use: z.enum(['current', 'candidate']),
      /** The sets as they were read. */
      set: z.string().check(z.regex(/^[0-9a-f]{20}$/, 'Must be the name of a set')),
      candidate_set: z.string().check(z.regex(/^[0-9a-f]{20}$/, 'Must be the name of a set')),
    }),
    responses: { 204: null },
    errors: ['content_not_found', 'transcript_not_found', 'version_conflict'],
  }),
  'transcripts.get-script': endpoint({
    method: 'GET',
    path: '/api/content/{id}/script',
    auth: 'admin',
    summary: 'Returns the script of a content item.',
    params,
    responses: { 200: z.object({ ...ScriptSummary.shape, text: z.string() }) },
    errors: ['content_not_found', 'script_not_found'],
  }),
  'transcripts.put-script': endpoint({
    method: 'PUT',
    path: '/api/content/{id}/script',
    auth: 'admin',
    summary: 'Stores a text or lyrics and starts the step that aligns it to the sound, once the item is converted.',
    params,
    maxBodyBytes: MAX_SCRIPT_BODY_BYTES,
    body: ScriptInput,
    /** `started` is false while the item is not converted: the step then starts automatically. */
    responses: { 200: z.object({ script: ScriptSummary, started: z.boolean() }) },
    errors: ['content_not_found'],
  }),
  'transcripts.remove-script': endpoint({
    method: 'DELETE',
    path: '/api/content/{id}/script',
    auth: 'admin',
    summary: 'Removes the script. The transcript stays. Repeating the call has no effect.',
    params,
    responses: { 204: null },
    errors: ['content_not_found'],
  }),
};
