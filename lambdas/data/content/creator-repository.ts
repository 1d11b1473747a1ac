import * as z from 'zod/mini';
import { CreatorId, Plan, UserId } from '../../contract/shared.ts';
import { ORGANIZATION_CREATOR } from '../../domain/creators/organization.ts';
import type { Logger } from '../../domain/logger.ts';
import { NOT_A_PERSONS, defineEntity } from '../table/entity.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import type { Audited } from './category-repository.ts';
import { creatorKey } from './content-counts.ts';
import { conditionHolds, onConditionFailed } from '../table/errors.ts';
import { exists, isNew, type Expression } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const PARTITION = 'CREATOR';

const CreatorItem = z.object({
  id: CreatorId,
  name: z.string(),
  plan: Plan,
  /** Bytes, including reservations of running uploads. */
  storage_used: z.number(),
  /** The user who owns the items of this creator; the organization's creator has none. */
  user_id: z.optional(UserId),
  /** Changes in the transactions of its content items. */
  content_count: z.optional(z.number()),
});
/** A creator as stored. */
export type StoredCreator = z.infer<typeof CreatorItem>;

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

/** Condition: name, plan and owner are those that were read. */
const asRead = ({ name, plan, user_id: userId }: StoredCreator): Expression => {
  const owner = userId === undefined ? 'attribute_not_exists(#user)' : '#user = :user';
  return {
    expression: `#name = :name AND #plan = :plan AND ${owner}`,
    names: { '#name': 'name', '#plan': 'plan', '#user': 'user_id' },
    values: { ':name': name, ':plan': plan, ...(userId === undefined ? {} : { ':user': userId }) },
  };
};

/** Condition: the creator exists, has no content items and uses no storage. */
const isUnused: Expression = {
  expression: 'attribute_exists(#pk) AND #used <= :none AND (attribute_not_exists(#count) OR #count <= :none)',
  names: { '#pk': 'pk', '#used': 'storage_used', '#count': 'content_count' },
  values: { ':none': 0 },
};

const createCreatorReads = (table: Table, logger: Logger) => {
  const onBad = (count: number): void => logger.error('Corrupt items left out of a list', { list: 'creators', count });

  /** R2. One creator; 0.5 RRU. */
  const get = async (id: string, options: { consistent?: boolean } = {}): Promise<StoredCreator | undefined> => {
    const item = await table.get(creatorEntity.key({ id }), options);
    return item && creatorEntity.parse(item);
  };

  /** R3. The organization's creator, created when it is first needed; 0.5 RRU afterwards. */
  const organization = async (): Promise<StoredCreator> => {
    const found = await get(ORGANIZATION_CREATOR.id);
    if (found) return found;
    const creator: StoredCreator = { ...ORGANIZATION_CREATOR, storage_used: 0 };
    const created = table.put(creatorEntity.toItem(creator), isNew).then(() => creator);
    return onConditionFailed(created, (failure) => {
      if (!failure.item) throw failure;
      return creatorEntity.parse(failure.item);
    });
  };

  return {
    get,
    organization,

    /** R9. The creators that belong to a user, in any order; 0.5 RRU for about 20 creators of the platform. */
    async ofUser(userId: string): Promise<readonly StoredCreator[]> {
      const filter = { expression: '#user = :user', names: { '#user': 'user_id' }, values: { ':user': userId } };
      const request = { partition: PARTITION, prefix: 'CREATOR#', limit: QUERY_LIMIT, filter };
      return parseList(creatorEntity, await table.queryAll(request), onBad);
    },

    /** R1. All creators by name, including the organization's. */
    async list(): Promise<StoredCreator[]> {
      await organization();
      const items = await table.queryAll({ partition: PARTITION, prefix: 'CREATOR#', limit: QUERY_LIMIT });
      return parseList(creatorEntity, items, onBad).sort((a, b) => a.name.localeCompare(b.name, 'en'));
    },
  };
};

/** Changes of administrators, each with its audit entry. */
const createCreatorEdits = (table: Table) => ({
  /** R6. Adds a creator. */
  async create(creator: StoredCreator, { act, now }: Audited): Promise<void> {
    await table.transact([table.write.put(creatorEntity.toItem(creator), isNew), auditWrite(table, act, now)]);
  },

  /** R7. Saves an edit of name, plan and owner. False when the creator was edited or removed since it was read. */
  update: async (
    before: StoredCreator,
    { name, plan, user_id }: StoredCreator,
    { act, now }: Audited,
  ): Promise<boolean> =>
    conditionHolds(
      table.transact([
        table.write.update(creatorKey(before.id), { set: { name, plan, user_id } }, asRead(before)),
        auditWrite(table, act, now),
      ]),
    ),

  /** R8. Removes a creator. False when it has content items or uses storage. */
  remove: async (id: string, { act, now }: Audited): Promise<boolean> =>
    conditionHolds(table.transact([table.write.delete(creatorKey(id), isUnused), auditWrite(table, act, now)])),
});

/** Writes of the storage quota, for transactions of uploads and content items. */
const createQuotaWrites = (table: Table) => ({
  /**
   * R4. The write that reserves `bytes` of the creator's quota. It fails (ConditionFailed) when they would exceed
   * `limit` bytes; null means unlimited. The condition is atomic, so concurrent uploads cannot exceed the limit
   * together.
   */
  reserve: (id: string, bytes: number, limit: number | null): Write =>
    table.write.update(
      creatorEntity.key({ id }),
      { add: { storage_used: bytes } },
      limit === null
        ? exists
        : { expression: '#used <= :most', names: { '#used': 'storage_used' }, values: { ':most': limit - bytes } },
    ),

  /**
   * R5. The write that releases `bytes`. It belongs in the transaction that ends their upload or content item, so that
   * it happens once.
   */
  release: (id: string, bytes: number): Write =>
    table.write.update(creatorEntity.key({ id }), { add: { storage_used: -bytes } }),
});

export type CreatorRepository = ReturnType<typeof createCreatorRepository>;

/** Creators and the storage that they use. */
export const createCreatorRepository = (table: Table, logger: Logger) => ({
  ...createCreatorReads(table, logger),
  ...createCreatorEdits(table),
  ...createQuotaWrites(table),
});
