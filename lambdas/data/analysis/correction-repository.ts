import * as z from 'zod/mini';
import { ContentId, Timestamp, UserId } from '../../contract/shared.ts';
import type { Corrections } from '../../domain/analysis/corrections.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { NOT_A_PERSONS, defineEntity, type Entity } from '../table/entity.ts';
import { conditionHolds } from '../table/errors.ts';
import { atRev, isNew } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const CorrectionsItem = z.object({
  content_id: ContentId,
  version_id: z.string(),
  corrections: z.array(
    z.object({
      kind: z.enum(['label', 'topic']),
      name: z.string(),
      change: z.enum(['added', 'removed']),
      by: UserId,
      at: Timestamp,
    }),
  ),
  rev: z.number(),
});

type CorrectionIds = Pick<Corrections, 'content_id' | 'version_id'>;

/** Corrections of labels and topics, in a partition of its own so that analysis workers cannot write them. */
export const analysisCorrectionEntity: Entity<Corrections, CorrectionIds> = defineEntity<
  typeof CorrectionsItem,
  CorrectionIds
>({
  type: 'ANALYSIS_CORRECTION',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: { keep: 'Belongs to the content item. Editors are named by id only.' },
  exportView: NOT_A_PERSONS,
  schema: CorrectionsItem,
  key: ({ content_id, version_id }) => ({
    pk: key('ANALYSIS_CORRECTION', content_id),
    sk: key('VERSION', version_id),
  }),
}) as unknown as Entity<Corrections, CorrectionIds>;

export type CorrectionRepository = ReturnType<typeof createCorrectionRepository>;

/** Corrections of results. Numbers are those of access-patterns.md. */
export const createCorrectionRepository = (table: Table) => ({
  /** AA8. The corrections of a version, strongly consistent; none until a user makes one. */
  async read(contentId: string, versionId: string): Promise<Corrections> {
    const ids = { content_id: contentId, version_id: versionId };
    const item = await table.get(analysisCorrectionEntity.key(ids), { consistent: true });
    return item ? analysisCorrectionEntity.parse(item) : { ...ids, corrections: [], rev: 0 };
  },

  /** AA9. Stores the next corrections with their audit entry. False when they changed since they were read. */
  save: (before: Corrections, after: Corrections, act: AuditAct, now: string): Promise<boolean> =>
    conditionHolds(
      table.transact([
        table.write.put(analysisCorrectionEntity.toItem(after), before.rev === 0 ? isNew : atRev(before.rev)),
        auditWrite(table, act, now),
      ]),
    ),

  /** AA10. Deletes the corrections of a deleted content item, for every version of its file. */
  async removeAll(contentId: string): Promise<void> {
    const { pk: partition } = analysisCorrectionEntity.key({ content_id: contentId, version_id: 'any' });
    for (const { pk, sk } of await table.queryAll({ partition, limit: 100, consistent: true }))
      await table.delete({ pk, sk });
  },
});
