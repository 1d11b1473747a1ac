import { createHash } from 'node:crypto';
import type { Segment, TimedWord, Transcript, TranscriptStore } from '../../domain/analysis/transcript.ts';
import { batchesOf } from '../../domain/batches.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { wordStartsOf } from '../../domain/transcripts/segments.ts';
import {
  segmentOf,
  shown,
  type StoredSegment,
  type StoredTranscript,
  type TranscriptInSet,
} from '../../domain/transcripts/stored.ts';
import { isNew, atRev } from '../table/expressions.ts';
import { conditionHolds } from '../table/errors.ts';
import { key } from '../table/keys.ts';
import { parseList, type Table } from '../table/table.ts';
import { SEGMENT, segmentEntity, segmentVersionEntity, transcriptEntity, VERSION } from './transcript-entities.ts';

/** Writes at the same time. */
const CONCURRENT_WRITES = 25;
/** Items of a page of a query; DynamoDB returns at most 1 MB. */
const PAGE = 1000;
const SET_LENGTH = 20;
/** Segments that are read for an opening; the first ones can be removed. */
const OPENING = 5;

const setOf = ({ version_id, source, language }: Transcript, segments: readonly Segment[]): string =>
  createHash('sha256')
    .update(JSON.stringify([version_id, source, language, segments.map(segmentOf)]))
    .digest('hex')
    .slice(0, SET_LENGTH);

const writeSegments = async (
  table: Table,
  { content_id, set, language }: TranscriptInSet,
  segments: readonly Segment[],
  words: readonly TimedWord[],
): Promise<void> => {
  const fields = { content_id, set, version: 0, removed: false, edited_at: null, edited_by: null };
  const write = (segment: Segment): Promise<void> => {
    const starts = wordStartsOf(segment, words, language);
    return table.put(segmentEntity.toItem({ ...segmentOf(segment), ...fields, ...(starts ? { words: starts } : {}) }));
  };
  for (const batch of batchesOf(segments, CONCURRENT_WRITES)) await Promise.all(batch.map(write));
};

const partitionOf = (contentId: string): string => transcriptEntity.key({ content_id: contentId }).pk;

const createReads = (table: Table, onBad: (count: number) => void) => {
  /** AT1. The transcript without its segments, strongly consistent; undefined when there is none. */
  const readHead = async (contentId: string): Promise<StoredTranscript | undefined> => {
    const item = await table.get(transcriptEntity.key({ content_id: contentId }), { consistent: true });
    return item && transcriptEntity.parse(item);
  };

  /** AT2. All segments of a set in order of time, also those that a user removed; strongly consistent. */
  const listSegments = async ({ content_id: id, set }: TranscriptInSet): Promise<readonly StoredSegment[]> => {
    const prefix = `${key(SEGMENT, set)}#`;
    const request = { partition: partitionOf(id), prefix, limit: PAGE, descending: false, consistent: true };
    return parseList(segmentEntity, await table.queryAll(request), onBad);
  };

  /** Reads both. The segments can be replaced in between, so that it reads again. */
  const readStored = (contentId: string) =>
    optimistic<{ readonly head: StoredTranscript; readonly segments: readonly StoredSegment[] } | undefined>(
      async () => {
        const head = await readHead(contentId);
        if (!head) return undefined;
        const segments = await listSegments(head);
        if (segments.length > 0 || head.segment_count === 0) return { head, segments };
        return (await readHead(contentId))?.rev === head.rev ? { head, segments } : RETRY;
      },
    );

  return { readHead, readStored };
};

/** AT6. Deletes the segments and versions that belong to none of these sets. */
const removeSets = async (table: Table, contentId: string, keep: readonly string[]): Promise<void> => {
  for (const kind of [SEGMENT, VERSION]) {
    const stale: { pk: string; sk: string }[] = [];
    for await (const items of table.pages({ partition: partitionOf(contentId), prefix: `${kind}#`, limit: PAGE }))
      stale.push(...items.filter(({ sk }) => !keep.includes(sk.split('#')[1] ?? '')));
    for (const batch of batchesOf(stale, CONCURRENT_WRITES))
      await Promise.all(batch.map(({ pk, sk }) => table.delete({ pk, sk })));
  }
};

export type TranscriptRepository = ReturnType<typeof createTranscriptRepository>;

/** Transcripts of content items: what the machine writes, and reads. Numbers are those of access-patterns.md. */
export const createTranscriptRepository = (table: Table, onBad: (count: number) => void) => {
  const { readHead, readStored } = createReads(table, onBad);

  const setsOf = (head: StoredTranscript): readonly string[] => [head.set, head.candidate?.set ?? head.set];

  /** Stores the next state of the head. False when it changed since it was read. */
  const saveHead = (before: StoredTranscript | undefined, after: Omit<StoredTranscript, 'rev'>): Promise<boolean> =>
    conditionHolds(
      table.put(transcriptEntity.toItem({ ...after, rev: (before?.rev ?? 0) + 1 }), before ? atRev(before.rev) : isNew),
    );

  const store: TranscriptStore = {
    async read(contentId) {
      const stored = await readStored(contentId);
      return stored && { transcript: stored.head, segments: shown(stored.segments).map(segmentOf) };
    },

    /** AT3. Stores a transcript that a machine made: first its segments, then the head that names them. */
    async put(transcript, segments: readonly Segment[], words: readonly TimedWord[]) {
      const { content_id } = transcript;
      const set = setOf(transcript, segments);
      const isStored = (head: StoredTranscript | undefined) => head?.set === set || head?.candidate?.set === set;
      if (!isStored(await readHead(content_id))) await writeSegments(table, { ...transcript, set }, segments, words);
      const { head, outcome } = await optimistic(async () => {
        const before = await readHead(content_id);
        if (before?.set === set) return { head: before, outcome: 'current' as const };
        if (before?.candidate?.set === set) return { head: before, outcome: 'candidate' as const };
        const fresh: TranscriptInSet = { ...transcript, set, segment_count: segments.length, revision: 0 };
        const isEdited = before !== undefined && before.edited_at !== null;
        const after = isEdited ? { ...before, candidate: fresh } : fresh;
        if (!(await saveHead(before, after))) return RETRY;
        return { head: { ...after, rev: 0 }, outcome: isEdited ? ('candidate' as const) : ('current' as const) };
      });
      await removeSets(table, content_id, setsOf(head));
      return outcome;
    },
  };

  return {
    ...store,
    readHead,
    readStored,
    removeSets: (contentId: string, keep: readonly string[]) => removeSets(table, contentId, keep),

    /** AT13. What is said first in a version of a source; undefined without a transcript of it. */
    async readOpening(contentId: string, versionId: string): Promise<string | undefined> {
      const head = await readHead(contentId);
      if (head?.version_id !== versionId) return undefined;
      const prefix = `${key(SEGMENT, head.set)}#`;
      const request = { partition: partitionOf(contentId), prefix, limit: OPENING, descending: false };
      const { items } = await table.query(request);
      return shown(parseList(segmentEntity, items, onBad))[0]?.text;
    },

    /** AT5. The earlier versions of a segment, oldest first. */
    async listVersions({ content_id, set, id }: Pick<StoredSegment, 'content_id' | 'set' | 'id'>) {
      const prefix = `${key(VERSION, set, id)}#`;
      const request = { partition: partitionOf(content_id), prefix, limit: PAGE, descending: false };
      return parseList(segmentVersionEntity, await table.queryAll(request), onBad);
    },

    /** AT8. Deletes everything in the partition of a content item. */
    async removeAll(contentId: string): Promise<void> {
      await removeSets(table, contentId, []);
      const items = await table.queryAll({ partition: partitionOf(contentId), limit: PAGE, consistent: true });
      for (const { pk, sk } of items) await table.delete({ pk, sk });
    },
  };
};
