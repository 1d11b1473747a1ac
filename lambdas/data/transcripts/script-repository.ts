import type { AuditAct } from '../../domain/audit/act.ts';
import type { Script } from '../../domain/transcripts/stored.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { scriptEntity } from './transcript-entities.ts';

const scriptWrites = (table: Table, script: Script, act: AuditAct): readonly Write[] => [
  table.write.put(scriptEntity.toItem(script)),
  auditWrite(table, act, script.created_at),
];

export type ScriptRepository = ReturnType<typeof createScriptRepository>;

/** Scripts of content items. Numbers are those of access-patterns.md. */
export const createScriptRepository = (table: Table) => ({
  /** AT9. The script of a content item, strongly consistent; undefined when there is none. */
  async read(contentId: string): Promise<Script | undefined> {
    const item = await table.get(scriptEntity.key({ content_id: contentId }), { consistent: true });
    return item && scriptEntity.parse(item);
  },

  /** AT10. Stores a script, replacing the one before, if `check` is true. */
  async put(script: Script, check: Write, act: AuditAct): Promise<void> {
    await table.transact([check, ...scriptWrites(table, script, act)]);
  },

  /** AT14. The writes that store the script of a new content item, for the transaction that creates it. */
  newWrites: (script: Script, act: AuditAct): readonly Write[] => scriptWrites(table, script, act),

  /** AT11. Removes the script. */
  async remove(contentId: string, act: AuditAct, now: string): Promise<void> {
    const key = scriptEntity.key({ content_id: contentId });
    await table.transact([table.write.delete(key), auditWrite(table, act, now)]);
  },
});
