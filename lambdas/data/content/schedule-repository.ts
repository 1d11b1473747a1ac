import * as z from 'zod/mini';
import { ContentId, Role, Timestamp, UserId } from '../../contract/shared.ts';
import type { Content } from '../../domain/content/content.ts';
import { nextDue } from '../../domain/content/schedule.ts';
import { contentEntity } from './content-entity.ts';
import { NOT_A_PERSONS, defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ConditionFailed } from '../table/errors.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const ScheduleItem = z.object({
  content_id: ContentId,
  due_at: Timestamp,
  set_by: z.object({ user_id: UserId, role: Role }),
});
/** A note that a content is to be published or taken back by itself. */
export type ScheduledChange = z.infer<typeof ScheduleItem>;

const DUE = 'SCHEDULE';

/** The note, beside its content. It stands in gsi1 by the time at which it is due. */
export const scheduleEntity: Entity<ScheduledChange, { content_id: string }> = defineEntity<
  typeof ScheduleItem,
  { content_id: string }
>({
  type: 'SCHEDULE',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: ScheduleItem,
  key: ({ content_id }) => ({ pk: key('CONTENT', content_id), sk: 'SCHEDULE' }),
  indexes: { gsi1: ({ due_at, content_id }) => ({ pk: DUE, sk: key(due_at, content_id) }) },
});

/**
 * W1. The write that keeps the note in line with an edit of its content, in the edit's own transaction; none when it
 * stays as it is. A note that is no longer needed stays until it is due and is found empty then, so that nobody needs a
 * right to remove it.
 */
export const scheduleWrites = (
  table: Table,
  before: Content,
  after: Content,
  setBy: ScheduledChange['set_by'],
): readonly Write[] => {
  const due = nextDue(after);
  if (due === undefined || due === nextDue(before)) return [];
  return [table.write.put(scheduleEntity.toItem({ content_id: after.id, due_at: due, set_by: setBy }))];
};

export type ScheduleRepository = ReturnType<typeof createScheduleRepository>;

/** Notes of what is due. Numbers are those of access-patterns.md. */
export const createScheduleRepository = (table: Table) => ({
  /** W2. What is due, the longest due first. A position goes on after its time, by a character below `~`. */
  async listDue(now: string, limit: number, onBad: (count: number) => void): Promise<readonly ScheduledChange[]> {
    const { items } = await table.query({ index: 'gsi1', partition: DUE, upTo: `${now}~`, limit, descending: false });
    return parseList(scheduleEntity, items, onBad);
  },

  /**
   * W3. The note is worked off: it moves to the next time of its content, or goes. Without effect when an edit moved it
   * meanwhile.
   */
  async settle(note: ScheduledChange, content: Content | undefined): Promise<void> {
    const asRead = { expression: '#due = :due', names: { '#due': 'due_at' }, values: { ':due': note.due_at } };
    const due = content && nextDue(content);
    try {
      if (due === undefined || content === undefined) await table.delete(scheduleEntity.key(note), asRead);
      else
        await table.transact([
          table.write.update(
            scheduleEntity.key(note),
            { set: { due_at: due, ...scheduleEntity.indexAttributes({ ...note, due_at: due }) } },
            asRead,
          ),
          table.write.check(contentEntity.key(content), {
            expression: '#revision = :revision',
            names: { '#revision': 'revision' },
            values: { ':revision': content.revision },
          }),
        ]);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  },
});
