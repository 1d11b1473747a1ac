import type { AuditAct } from '../../domain/audit/act.ts';
import type { Script } from '../../domain/transcripts/stored.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { scriptEntity } from './transcript-entities.ts';

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
    const item = scriptEntity.toItem(script);
    await table.transact([check, table.write.put(item), auditWrite(table, act, script.created_at)]);
  },

  /** AT11. Removes the script. */
  async remove(contentId: string, act: AuditAct, now: string): Promise<void> {
    const key = scriptEntity.key({ content_id: contentId });
    await table.transact([table.write.delete(key), auditWrite(table, act, now)]);
  },
});
