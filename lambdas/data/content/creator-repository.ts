import * as z from 'zod/mini';
import { CreatorId, Plan, UserId } from '../../contract/shared.ts';
import { ORGANIZATION_CREATOR } from '../../domain/creators/organization.ts';
import type { Logger } from '../../domain/logger.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import type { Audited } from './category-repository.ts';
import { creatorKey } from './content-counts.ts';
import { ConditionFailed } from '../table/errors.ts';
import { isNew } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const PARTITION = 'CREATOR';

const CreatorItem = z.object({
  id: CreatorId,
  name: z.string(),
  plan: Plan,
  /** Bytes, reservations of running uploads included. */
  storage_used: z.number(),
  /** The person who owns what this creator publishes; the organization's creator has none. */
  user_id: z.optional(UserId),
  /** Rises and falls in the transactions of its contents. */
  content_count: z.optional(z.number()),
});
/** A creator as stored. */
export type StoredCreator = z.infer<typeof CreatorItem>;

/** A creator as its item. */
export const creatorEntity = defineEntity({
  type: 'CREATOR',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: CreatorItem,
  key: ({ id }: { id: string }) => creatorKey(id),
});

const QUERY_LIMIT = 1000;

export type CreatorRepository = ReturnType<typeof createCreatorRepository>;

/** Creators and the bytes that they hold. */
export const createCreatorRepository = (table: Table, logger: Logger) => {
  const get = async (id: string, options: { consistent?: boolean } = {}): Promise<StoredCreator | undefined> => {
    const item = await table.get(creatorEntity.key({ id }), options);
    return item && creatorEntity.parse(item);
  };

  /** R3. The organization's creator, made on first need; 0.5 RRU afterwards. */
  const organization = async (): Promise<StoredCreator> => {
    const found = await get(ORGANIZATION_CREATOR.id);
    if (found) return found;
    const creator: StoredCreator = { ...ORGANIZATION_CREATOR, storage_used: 0 };
    try {
      await table.put(creatorEntity.toItem(creator), isNew);
      return creator;
    } catch (error) {
      if (error instanceof ConditionFailed && error.item) return creatorEntity.parse(error.item);
      throw error;
    }
  };

  return {
    /** R1. All creators by name, the organization's among them. */
    async list(): Promise<StoredCreator[]> {
      await organization();
      const items = await table.queryAll({ partition: PARTITION, prefix: 'CREATOR#', limit: QUERY_LIMIT });
      return parseList(creatorEntity, items, (count) =>
        logger.error('Corrupt items left out of a list', { list: 'creators', count }),
      ).sort((a, b) => a.name.localeCompare(b.name, 'en'));
    },

    /** R2. One creator; 0.5 RRU. */
    get,
    organization,

    /** R6. Adds a creator, with the entry of the audit log. */
    async create(creator: StoredCreator, { act, now }: Audited): Promise<void> {
      await table.transact([table.write.put(creatorEntity.toItem(creator), isNew), auditWrite(table, act, now)]);
    },

    /** R7. Stores an edit of name, plan and owner. False when somebody else edited or removed it since it was read. */
    async update(before: StoredCreator, after: StoredCreator, { act, now }: Audited): Promise<boolean> {
      const asRead = {
        expression: `#name = :name AND #plan = :plan AND ${before.user_id === undefined ? 'attribute_not_exists(#user)' : '#user = :user'}`,
        names: { '#name': 'name', '#plan': 'plan', '#user': 'user_id' },
        values: {
          ':name': before.name,
          ':plan': before.plan,
          ...(before.user_id === undefined ? {} : { ':user': before.user_id }),
        },
      };
      const { name, plan, user_id } = after;
      try {
        await table.transact([
          table.write.update(creatorKey(before.id), { set: { name, plan, user_id } }, asRead),
          auditWrite(table, act, now),
        ]);
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },

    /** R8. Removes a creator that has no content and holds no storage. False when it does. */
    async remove(id: string, { act, now }: Audited): Promise<boolean> {
      const isUnused = {
        expression: 'attribute_exists(#pk) AND #used <= :none AND (attribute_not_exists(#count) OR #count <= :none)',
        names: { '#pk': 'pk', '#used': 'storage_used', '#count': 'content_count' },
        values: { ':none': 0 },
      };
      try {
        await table.transact([table.write.delete(creatorKey(id), isUnused), auditWrite(table, act, now)]);
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },

    /**
     * R4. Write that takes `bytes` of the creator's quota, in whatever transaction allots them. It refuses
     * (ConditionFailed) when they would go over `limit` bytes; a null limit is unlimited. Being one atomic condition,
     * uploads at the same time can never pass the limit together.
     */
    reserve(id: string, bytes: number, limit: number | null): Write {
      return table.write.update(
        creatorEntity.key({ id }),
        { add: { storage_used: bytes } },
        limit === null
          ? { expression: 'attribute_exists(#pk)', names: { '#pk': 'pk' } }
          : { expression: '#used <= :most', names: { '#used': 'storage_used' }, values: { ':most': limit - bytes } },
      );
    },

    /**
     * R5. Write that gives `bytes` back; it belongs in the transaction that ends their upload or content, so that it
     * happens once.
     */
    release(id: string, bytes: number): Write {
      return table.write.update(creatorEntity.key({ id }), { add: { storage_used: -bytes } });
    },
  };
};
