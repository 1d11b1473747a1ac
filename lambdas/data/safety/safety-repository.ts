import type { AuditAct } from '../../domain/audit/act.ts';
import type { Content } from '../../domain/content/content.ts';
import {
  summaryOf,
  type ReviewList,
  type StoredAppeal,
  type StoredDecision,
  type StoredVerdict,
} from '../../domain/safety/review.ts';
import type { Logger } from '../../domain/logger.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { contentEntity } from '../content/content-entity.ts';
import { saveContent } from '../content/content-writes.ts';
import type { Cursors } from '../table/cursor.ts';
import { conditionHolds } from '../table/errors.ts';
import { atRev, isNew, type Expression } from '../table/expressions.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { safetyFindingsEntity } from './decisive-repository.ts';
import {
  reviewsIn,
  safetyAppealEntity,
  safetyDecisionEntity,
  safetyOf,
  safetyVerdictEntity,
  VERDICTS,
} from './safety-entities.ts';

/** Condition: the content item exists, and this is its current file. */
const hasVersion = (versionId: string): Expression => ({
  expression: 'attribute_exists(#pk) AND attribute_not_exists(#deleted) AND #version = :version',
  names: { '#pk': 'pk', '#deleted': 'deleted_at', '#version': 'source_version_id' },
  values: { ':version': versionId },
});

/** The write that stores the next state of a verdict, if no one changed it since `before` was read. */
export const verdictWrite = (table: Table, before: StoredVerdict | undefined, after: StoredVerdict): Write =>
  table.write.put(safetyVerdictEntity.toItem(after), before && before.rev > 0 ? atRev(before.rev) : isNew);

/** The writes that store a decision, in the transaction of what it permits. */
export const decisionWrites = (
  table: Table,
  before: StoredVerdict,
  { decision, after }: { readonly decision: StoredDecision; readonly after: StoredVerdict },
): readonly Write[] => [
  verdictWrite(table, before, after),
  table.write.put(safetyDecisionEntity.toItem(decision), isNew),
];

/** AS7. The verdict about a version of a source, strongly consistent. */
export const readVerdict = async (
  table: Table,
  contentId: string,
  versionId: string,
): Promise<StoredVerdict | undefined> => {
  const ids = { content_id: contentId, version_id: versionId };
  const item = await table.get(safetyVerdictEntity.key(ids), { consistent: true });
  return item && safetyVerdictEntity.parse(item);
};

export type VerdictRepository = ReturnType<typeof createVerdictRepository>;

/** Verdicts for the worker that evaluates, and for functions that publish. Numbers refer to access-patterns.md. */
export const createVerdictRepository = (table: Table) => ({
  /** AS7. The verdict about a version of a source. */
  readVerdict: (contentId: string, versionId: string): Promise<StoredVerdict | undefined> =>
    readVerdict(table, contentId, versionId),

  /** AS15. The verdicts about all versions of a source, strongly consistent. */
  async listVerdicts(contentId: string): Promise<readonly StoredVerdict[]> {
    const page = { partition: safetyOf(contentId), prefix: VERDICTS, limit: 100, consistent: true };
    return (await table.queryAll(page)).map((item) => safetyVerdictEntity.parse(item));
  },

  /**
   * AS8. Stores the next state of a verdict, and its copy on the content item if that version is its current file,
   * together with the `changes` to the item that the verdict leads to. `superseded` are verdicts about earlier files,
   * which leave the list of reviews. False when one of the verdicts, the item's file or, with changes, anything else of
   * the item changed since they were read.
   */
  saveVerdict: (
    before: StoredVerdict | undefined,
    after: StoredVerdict,
    content: Content | undefined,
    {
      changes,
      superseded = [],
    }: { readonly changes?: Partial<Content> | undefined; readonly superseded?: readonly StoredVerdict[] } = {},
  ): Promise<boolean> => {
    const verdicts = [
      verdictWrite(table, before, after),
      ...superseded.map((one) => verdictWrite(table, one, { ...one, waiting_since: undefined, rev: one.rev + 1 })),
    ];
    const safety = summaryOf(after);
    if (content && changes) {
      const changed = { ...content, ...changes, safety };
      return conditionHolds(saveContent(table, content, changed, { more: verdicts, byConversion: true }));
    }
    const copy =
      content?.source_version_id === after.version_id
        ? [table.write.update(contentEntity.key(content), { set: { safety } }, hasVersion(after.version_id))]
        : [];
    return conditionHolds(table.transact([...verdicts, ...copy]));
  },

  /** AS14. The check that a verdict is still the one that was read, for a transaction. */
  verdictUnchanged: (contentId: string, versionId: string, stored: StoredVerdict | undefined): Write =>
    table.write.check(
      safetyVerdictEntity.key({ content_id: contentId, version_id: versionId }),
      stored ? atRev(stored.rev) : isNew,
    ),

  /** AS9. The writes of a decision, for the transaction of the edit that it permits. */
  decisionWrites: (
    before: StoredVerdict,
    made: { readonly decision: StoredDecision; readonly after: StoredVerdict },
  ): readonly Write[] => decisionWrites(table, before, made),

  /** AS10. Deletes everything about the safety of a content item. */
  async removeAll(contentId: string): Promise<void> {
    const items = await table.queryAll({ partition: safetyOf(contentId), limit: 100, consistent: true });
    for (const { pk, sk } of items) await table.delete({ pk, sk });
    await table.delete(safetyFindingsEntity.key({ content_id: contentId }));
  },
});

/** A verdict with everything that was decided about it. */
export interface SafetyRecord {
  readonly verdict: StoredVerdict | undefined;
  /** About any version, newest first. */
  readonly decisions: readonly StoredDecision[];
  /** The appeal against the current verdict. */
  readonly appeal: StoredAppeal | undefined;
  /** About any version, in any order. */
  readonly appeals: readonly StoredAppeal[];
}

export type ReviewRepository = ReturnType<typeof createReviewRepository>;

/** Pending decisions and appeals. Numbers refer to access-patterns.md. */
export const createReviewRepository = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => ({
  ...createVerdictRepository(table),

  /** AS11. Verdicts that wait for a decision, the one that waits longest first: one query, more with a filter. */
  list: (
    list: ReviewList,
    filter: 'review' | 'blocked' | 'appealed' | undefined,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<ListPage<StoredVerdict>> =>
    listPage({ table, ...deps }, safetyVerdictEntity, {
      list: 'safety-reviews',
      index: 'gsi1',
      partition: reviewsIn(list),
      descending: false,
      ...(filter === undefined
        ? {}
        : {
            filterName: filter,
            filter:
              filter === 'appealed'
                ? { expression: 'attribute_exists(#appealed)', names: { '#appealed': 'appealed_at' } }
                : {
                    expression: '#verdict = :verdict',
                    names: { '#verdict': 'verdict' },
                    values: { ':verdict': filter },
                  },
          }),
      ...page,
    }),

  /** AS12. The verdict about a version, all decisions about the item, and the appeal: one strongly consistent query. */
  async readRecord(contentId: string, versionId: string): Promise<SafetyRecord> {
    const items = await table.queryAll({ partition: safetyOf(contentId), limit: 100, consistent: true });
    const verdict = items
      .map((item) => safetyVerdictEntity.tryParse(item))
      .find((one) => one?.version_id === versionId);
    const appeals = items.flatMap((item) => safetyAppealEntity.tryParse(item) ?? []);
    return {
      verdict,
      decisions: items.flatMap((item) => safetyDecisionEntity.tryParse(item) ?? []).reverse(),
      appeal: appeals.find((one) => one.version_id === versionId && one.evidence_digest === verdict?.evidence_digest),
      appeals,
    };
  },

  /**
   * AS13. Stores the owner's appeal with its audit entry, and puts the verdict into the list of reviews. False when
   * there is an appeal against this verdict, or it changed since it was read.
   */
  appeal: (before: StoredVerdict, after: StoredVerdict, appeal: StoredAppeal, act: AuditAct): Promise<boolean> =>
    conditionHolds(
      table.transact([
        verdictWrite(table, before, after),
        table.write.put(safetyAppealEntity.toItem(appeal), isNew),
        table.write.update(
          contentEntity.key({ id: after.content_id }),
          { set: { safety: summaryOf(after) } },
          hasVersion(after.version_id),
        ),
        auditWrite(table, act, appeal.appealed_at),
      ]),
    ),
});
