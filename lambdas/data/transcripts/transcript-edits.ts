import type { AuditAct } from '../../domain/audit/act.ts';
import { neighborsOf } from '../../domain/transcripts/edits.ts';
import type { StoredSegment, StoredTranscript, TranscriptInSet } from '../../domain/transcripts/stored.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { conditionHolds } from '../table/errors.ts';
import { atRev, atVersion, isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import { segmentEntity, segmentVersionEntity, transcriptEntity } from './transcript-entities.ts';

const ofSet = (set: string): Expression => ({
  expression: '#set = :set',
  names: { '#set': 'set' },
  values: { ':set': set },
});

/** The next version of a segment; `before` is undefined for a new one. */
export interface SegmentChange {
  readonly before?: StoredSegment | undefined;
  readonly after: StoredSegment;
}

/** An edit by a user, of one or two segments. */
export interface StoredEdit {
  /** All segments as they were read. */
  readonly segments: readonly StoredSegment[];
  readonly changes: readonly [SegmentChange, ...SegmentChange[]];
  readonly userId: string;
  /** ISO 8601. */
  readonly now: string;
  readonly act: AuditAct;
}

/** The unchanged segments that limit the new times of a changed one. */
const limitsOf = (segments: readonly StoredSegment[], changes: readonly SegmentChange[]): readonly StoredSegment[] => {
  const changed = new Set(changes.map(({ after }) => after.id));
  const found = changes.flatMap(({ before, after }) => {
    if (!before || after.removed) return [];
    const isMoved = before.start_ms !== after.start_ms || before.end_ms !== after.end_ms || before.removed;
    return isMoved ? Object.values(neighborsOf(segments, before.id)) : [];
  });
  return [...new Set(found)].filter((one) => one !== undefined).filter(({ id }) => !changed.has(id));
};

export type TranscriptEdits = ReturnType<typeof createTranscriptEdits>;

/** What users change in transcripts. Numbers are those of access-patterns.md. */
export const createTranscriptEdits = (table: Table) => ({
  /**
   * AT4. Stores new versions of segments and keeps the versions before. False when one of them, or a neighbor that
   * limits their times, changed since they were read.
   */
  saveEdit({ segments, changes, userId, now, act }: StoredEdit): Promise<boolean> {
    const { content_id, set } = changes[0].after;
    const isShown = (segment: StoredSegment | undefined): number => Number(segment !== undefined && !segment.removed);
    const added = changes.reduce((sum, { before, after }) => sum + isShown(after) - isShown(before), 0);
    return conditionHolds(
      table.transact([
        ...changes.flatMap(({ before, after }) => [
          ...(before ? [table.write.put(segmentVersionEntity.toItem(before), isNew)] : []),
          table.write.put(
            segmentEntity.toItem({ ...after, edited_at: now, edited_by: userId }),
            before ? atVersion(before.version) : isNew,
          ),
        ]),
        ...limitsOf(segments, changes).map((one) => table.write.check(segmentEntity.key(one), atVersion(one.version))),
        table.write.update(
          transcriptEntity.key({ content_id }),
          {
            set: { edited_at: now, edited_by: userId },
            add: { revision: 1, rev: 1, segment_count: added },
          },
          ofSet(set),
        ),
        auditWrite(table, act, now),
      ]),
    );
  },

  /**
   * AT7. Makes the candidate the current transcript and the current one the candidate, or removes the candidate. False
   * when the transcript changed since it was read.
   */
  saveChoice(before: StoredTranscript, use: 'candidate' | 'current', act: AuditAct, now: string): Promise<boolean> {
    const { candidate, rev, ...current } = before;
    const [next, other]: readonly [TranscriptInSet, TranscriptInSet | undefined] =
      use === 'candidate' && candidate ? [candidate, current] : [current, undefined];
    const item = transcriptEntity.toItem({ ...next, ...(other ? { candidate: other } : {}), rev: rev + 1 });
    return conditionHolds(table.transact([table.write.put(item, atRev(rev)), auditWrite(table, act, now)]));
  },
});
