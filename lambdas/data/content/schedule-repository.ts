import * as z from 'zod/mini';
import { ContentId, Role, Timestamp, UserId } from '../../contract/shared.ts';
import type { Content } from '../../domain/content/content.ts';
import { nextDue } from '../../domain/content/schedule.ts';
import { contentEntity } from './content-entity.ts';
import { NOT_A_PERSONS, defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const ScheduleItem = z.object({
  content_id: ContentId,
  due_at: Timestamp,
  set_by: z.object({ user_id: UserId, role: Role }),
});
/** When a content item must be published or unpublished automatically. */
export type ScheduledChange = z.infer<typeof ScheduleItem>;

const DUE = 'SCHEDULE';

/** A scheduled change, in the partition of its content item. It is in gsi1 by its due time. */
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
  listedIn: { index: 'gsi1', partition: DUE, all: true },
  indexes: { gsi1: ({ due_at, content_id }) => ({ pk: DUE, sk: key(due_at, content_id) }) },
});

/**
 * W1. The write that updates the schedule for an edit of its content item, in the transaction of the edit; none when
 * the due time stays the same. A schedule that is no longer needed stays until it is due and is removed then, so that
 * the functions that edit need no permission to delete it.
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

/** Scheduled changes. Numbers refer to access-patterns.md. */
export const createScheduleRepository = (table: Table) => ({
  /** W2. Changes that are due, longest due first. `~` sorts after the `#` that follows the time in the key. */
  async listDue(now: string, limit: number, onBad: (count: number) => void): Promise<readonly ScheduledChange[]> {
    const { items } = await table.query({ index: 'gsi1', partition: DUE, upTo: `${now}~`, limit, descending: false });
    return parseList(scheduleEntity, items, onBad);
  },

  /**
   * W3. After a change was applied, moves the schedule to the next due time of its content item, or removes it. No
   * effect when an edit changed it since.
   */
  async settle(scheduled: ScheduledChange, content: Content | undefined): Promise<void> {
    const asRead = { expression: '#due = :due', names: { '#due': 'due_at' }, values: { ':due': scheduled.due_at } };
    const due = content && nextDue(content);
    await ignoreConditionFailed(
      due === undefined || content === undefined
        ? table.delete(scheduleEntity.key(scheduled), asRead)
        : table.transact([
            table.write.update(
              scheduleEntity.key(scheduled),
              { set: { due_at: due, ...scheduleEntity.indexAttributes({ ...scheduled, due_at: due }) } },
              asRead,
            ),
            table.write.check(contentEntity.key(content), {
              expression: '#revision = :revision',
              names: { '#revision': 'revision' },
              values: { ':revision': content.revision },
            }),
          ]),
    );
  },
});
