import type { AuditAct } from '../../domain/audit/act.ts';
import type { StoredCaptions } from '../../domain/captions/captions.ts';
import type { Content } from '../../domain/content/content.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { contentEntity } from './content-entity.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Condition: the captions are those that were read, and the content is not being deleted. */
const asRead = ({ captions }: Content): Expression => ({
  expression: `attribute_exists(#pk) AND attribute_not_exists(#deleted) AND ${captions === undefined ? 'attribute_not_exists(#captions)' : '#captions = :read'}`,
  names: { '#pk': 'pk', '#deleted': 'deleted_at', '#captions': 'captions' },
  ...(captions === undefined ? {} : { values: { ':read': captions } }),
});

export type CaptionsRepository = ReturnType<typeof createCaptionsRepository>;

/** Captions of contents. Numbers are those of access-patterns.md. */
export const createCaptionsRepository = (table: Table) => ({
  /**
   * C13. Changes the captions of a content that was read as `before`, together with the entry of the audit log. The
   * revision stays: an edit of the fields that is open meanwhile has nothing to do with it. Throws ConditionFailed when
   * somebody else changed them or deleted the content.
   */
  async save(before: Content, captions: readonly StoredCaptions[], act: AuditAct, now: string): Promise<void> {
    await table.transact([
      table.write.update(
        contentEntity.key(before),
        { set: { captions: [...captions], updated_at: now } },
        asRead(before),
      ),
      auditWrite(table, act, now),
    ]);
  },
});
