import type { AuditAct } from '../../domain/audit/act.ts';
import type { CdnRecord } from '../../domain/content/cdn-record.ts';
import type { Content } from '../../domain/content/content.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { contentEntity } from './content-entity.ts';
import { conditionHolds } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Condition: record and renditions are unchanged since they were read, and the item is not being deleted. */
const asRead = ({ cdn, media_version: version }: Content): Expression => ({
  expression:
    'attribute_exists(#pk) AND attribute_not_exists(#deleted) AND #version = :version AND ' +
    (cdn === undefined ? 'attribute_not_exists(#cdn)' : '#cdn = :read'),
  names: { '#pk': 'pk', '#deleted': 'deleted_at', '#version': 'media_version', '#cdn': 'cdn' },
  values: { ':version': version, ...(cdn === undefined ? {} : { ':read': cdn }) },
});

export type CdnRecordRepository = ReturnType<typeof createCdnRecordRepository>;

/** What staff did about the delivery of content items. Numbers refer to access-patterns.md. */
export const createCdnRecordRepository = (table: Table) => ({
  /**
   * C16. Replaces the record of the content item that was read as `before`, with the audit entry. Revision and index
   * keys stay the same, because no list shows the record. False when record or renditions changed since.
   */
  save: (before: Content, cdn: CdnRecord, act: AuditAct, now: string): Promise<boolean> =>
    conditionHolds(
      table.transact([
        table.write.update(contentEntity.key(before), { set: { cdn } }, asRead(before)),
        auditWrite(table, act, now),
      ]),
    ),

  /** C17. Stores the result of a check that changed nothing else. False when record or renditions changed since. */
  saveCheck: (before: Content, cdn: CdnRecord): Promise<boolean> =>
    conditionHolds(table.update(contentEntity.key(before), { set: { cdn } }, asRead(before))),
});
