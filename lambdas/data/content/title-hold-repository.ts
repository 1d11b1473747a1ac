import * as z from 'zod/mini';
import { ContentId, Timestamp } from '../../contract/shared.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity } from '../table/entity.ts';
import { exists, isNew } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const TitleHoldItem = z.object({ content_id: ContentId, reason: z.string(), set_at: Timestamp });
/** A legal hold of a content item. The audit log has who set it. */
export type TitleHold = z.infer<typeof TitleHoldItem>;

/** Partition of all legal holds of content items in gsi1. */
const ALL_TITLE_HOLDS = 'TITLE_HOLD';
/** Holds that are read at once when all are. */
const PAGE = 100;

/**
 * A legal hold. It is stored exactly as long as its content item has `held_since`: both change in one transaction. It
 * has a partition of its own, so that the function that releases it cannot delete what else belongs to the item.
 */
export const titleHoldEntity = defineEntity({
  type: 'TITLE_HOLD',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: TitleHoldItem,
  key: ({ content_id: id }: { content_id: string }) => ({ pk: key('TITLE_HOLD', id), sk: 'META' }),
  indexes: { gsi1: ({ set_at: at, content_id: id }) => ({ pk: ALL_TITLE_HOLDS, sk: key(at, id) }) },
});

export type TitleHoldRepository = ReturnType<typeof createTitleHoldRepository>;

/** Legal holds of content items. Numbers refer to access-patterns.md. */
export const createTitleHoldRepository = (table: Table) => ({
  /** TH1. The write that stores a hold, for the transaction that edits its content item. */
  setWrite: (hold: TitleHold): Write => table.write.put(titleHoldEntity.toItem(hold), isNew),

  /** TH2. The write that removes a hold, for the transaction that edits its content item. */
  releaseWrite: (contentId: string): Write =>
    table.write.delete(titleHoldEntity.key({ content_id: contentId }), exists),

  /** TH3. All legal holds of content items, newest first. */
  async list(): Promise<readonly TitleHold[]> {
    const items = await table.queryAll({ index: 'gsi1', partition: ALL_TITLE_HOLDS, limit: PAGE });
    return items.flatMap((item) => titleHoldEntity.tryParse(item) ?? []);
  },
});
