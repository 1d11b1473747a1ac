import * as z from 'zod/mini';
import { LanguageTag } from '../../contract/content/captions.ts';
import { ContentId, Timestamp, UserId } from '../../contract/shared.ts';
import { TRANSCRIPT_SOURCES } from '../../domain/analysis/transcript.ts';
import {
  SCRIPT_KINDS,
  type Script,
  type StoredSegment,
  type StoredTranscript,
} from '../../domain/transcripts/stored.ts';
import { NOT_A_PERSONS, defineEntity, type EraseRule } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/** Versions name their editors by id only, and belong to the content item. */
const NAMES_EDITORS: EraseRule = { keep: 'Belongs to the content item. Editors are named by id only.' };

const belongsToContent = {
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: NAMES_EDITORS,
  exportView: NOT_A_PERSONS,
} as const;

const PARTITION = 'TRANSCRIPT';
export const SEGMENT = 'SEGMENT';
export const VERSION = 'VERSION';
/** Digits of a version in a key, so that text order is number order. */
const DIGITS = 6;

const edited = { edited_at: z.nullable(Timestamp), edited_by: z.nullable(UserId) };

const inSet = {
  content_id: ContentId,
  set: z.string(),
  version_id: z.string(),
  source: z.enum(TRANSCRIPT_SOURCES),
  language: LanguageTag,
  revision: z.number(),
  segment_count: z.number(),
  created_at: Timestamp,
  ...edited,
};

/** The transcript of a content item, in a partition of its own so that its writers cannot write the content item. */
export const transcriptEntity = defineEntity({
  ...belongsToContent,
  type: 'TRANSCRIPT',
  schema: z.object({ ...inSet, candidate: z.optional(z.object(inSet)), rev: z.number() }),
  key: ({ content_id: id }: Pick<StoredTranscript, 'content_id'>) => ({ pk: key(PARTITION, id), sk: 'HEAD' }),
});

const segmentFields = {
  content_id: ContentId,
  set: z.string(),
  id: z.string(),
  start_ms: z.number(),
  end_ms: z.number(),
  text: z.string(),
  version: z.number(),
  removed: z.boolean(),
  words: z.optional(z.array(z.number())),
  ...edited,
};

/** The current version of a segment. Text order of its keys is order of time. */
export const segmentEntity = defineEntity({
  ...belongsToContent,
  type: 'TRANSCRIPT_SEGMENT',
  schema: z.object(segmentFields),
  key: ({ content_id, set, id }: Pick<StoredSegment, 'content_id' | 'set' | 'id'>) => ({
    pk: key(PARTITION, content_id),
    sk: key(SEGMENT, set, id),
  }),
});

/** An earlier version of a segment. It never changes. */
export const segmentVersionEntity = defineEntity({
  ...belongsToContent,
  type: 'TRANSCRIPT_VERSION',
  schema: z.object(segmentFields),
  key: ({ content_id, set, id, version }: Pick<StoredSegment, 'content_id' | 'set' | 'id' | 'version'>) => ({
    pk: key(PARTITION, content_id),
    sk: key(VERSION, set, id, String(version).padStart(DIGITS, '0')),
  }),
});

/** The script of a content item. */
export const scriptEntity = defineEntity({
  ...belongsToContent,
  type: 'TRANSCRIPT_SCRIPT',
  schema: z.object({
    content_id: ContentId,
    kind: z.enum(SCRIPT_KINDS),
    language: LanguageTag,
    text: z.string(),
    created_at: Timestamp,
    created_by: UserId,
  }),
  key: ({ content_id: id }: Pick<Script, 'content_id'>) => ({ pk: key(PARTITION, id), sk: 'SCRIPT' }),
});
