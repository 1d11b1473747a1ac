import * as z from 'zod/mini';
import { Category } from '../../contract/content/catalog.ts';
import { CategoryId } from '../../contract/shared.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Logger } from '../../domain/logger.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { categoryKey } from './content-counts.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { conditionHolds, onConditionFailed } from '../table/errors.ts';
import { exists, isNew, type Expression } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const PARTITION = 'CATEGORY';

const CategoryItem = z.object({
  ...Category.shape,
  content_count: z.optional(z.number()),
  replaced_by: z.optional(CategoryId),
});
/** A category as stored. Its count changes in the transactions of its content items. */
export type StoredCategory = z.infer<typeof CategoryItem>;

export const categoryEntity = defineEntity({
  type: 'CATEGORY',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: CategoryItem,
  key: ({ id }: { id: string }) => categoryKey(id),
});

/** Reserves a slug for one category: of two administrators who add the same name at once, only one succeeds. */
export const categorySlugEntity = defineEntity({
  type: 'CATEGORY_SLUG',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({ slug: z.string(), category_id: CategoryId }),
  key: ({ slug }: { slug: string }) => ({ pk: PARTITION, sk: key('SLUG', slug) }),
});

/** Categories per query. A stage has dozens. */
const QUERY_LIMIT = 1000;

/** An action with its time, for the audit log. */
export interface Audited {
  readonly act: AuditAct;
  readonly now: string;
}

/** Condition: the category has no content items, and still has this slug. */
const isEmpty = (slug: string): Expression => ({
  expression: '#slug = :slug AND (attribute_not_exists(#count) OR #count <= :none)',
  names: { '#slug': 'slug', '#count': 'content_count' },
  values: { ':slug': slug, ':none': 0 },
});

/** Condition: the category exists and its items do not move to another one. */
const isNotReplaced: Expression = {
  expression: 'attribute_exists(#pk) AND attribute_not_exists(#replaced)',
  names: { '#pk': 'pk', '#replaced': 'replaced_by' },
};

const nameTaken = (): AppError => new AppError('already_exists', 'A category with this name already exists.');

const auditWrites = (table: Table, audit: Audited | undefined): readonly Write[] =>
  audit ? [auditWrite(table, audit.act, audit.now)] : [];

const createCategoryReads = (table: Table, logger: Logger) => ({
  /** K1. All categories by name: one query, about 0.5 RRU for every 25 of them. */
  async list(): Promise<StoredCategory[]> {
    const items = await table.queryAll({ partition: PARTITION, prefix: 'CATEGORY#', limit: QUERY_LIMIT });
    return parseList(categoryEntity, items, (count) =>
      logger.error('Corrupt items left out of a list', { list: 'categories', count }),
    ).sort((a, b) => a.name.localeCompare(b.name, 'en'));
  },

  /** K2. One category; 0.5 RRU, twice that if `consistent`. */
  async get(id: string, { consistent = false } = {}): Promise<StoredCategory | undefined> {
    const item = await table.get(categoryKey(id), { consistent });
    return item && categoryEntity.parse(item);
  },
});

const createCategoryWrites = (table: Table) => ({
  /**
   * K3. Adds a category, with its audit entry if `audit` is given. Throws AppError `already_exists` when the name is
   * taken.
   */
  async create(category: Category, audit?: Audited): Promise<void> {
    const writes = [
      table.write.put(categorySlugEntity.toItem({ slug: category.slug, category_id: category.id }), isNew),
      table.write.put(categoryEntity.toItem(category), isNew),
      ...auditWrites(table, audit),
    ];
    return onConditionFailed(table.transact(writes), () => {
      throw nameTaken();
    });
  },

  /**
   * K4. Renames a category and changes its slug in the same transaction. Throws AppError `already_exists`, or
   * `version_conflict` when another administrator renamed it first.
   */
  async rename(before: StoredCategory, name: string, slug: string, audit: Audited): Promise<void> {
    const asRead = { expression: '#name = :was', names: { '#name': 'name' }, values: { ':was': before.name } };
    const slugs =
      slug === before.slug
        ? []
        : [
            table.write.put(categorySlugEntity.toItem({ slug, category_id: before.id }), isNew),
            table.write.delete(categorySlugEntity.key(before)),
          ];
    const writes = [
      table.write.update(categoryKey(before.id), { set: { name, slug } }, asRead),
      ...slugs,
      ...auditWrites(table, audit),
    ];
    return onConditionFailed(table.transact(writes), ({ index }) => {
      throw index === 0 ? new AppError('version_conflict') : nameTaken();
    });
  },

  /**
   * K5. Removes an empty category. False when it has content items. Throws `version_conflict` when its slug changed or
   * it no longer exists.
   */
  async remove(category: Pick<Category, 'id' | 'slug'>, audit?: Audited): Promise<boolean> {
    const removed = table.transact([
      table.write.delete(categoryKey(category.id), isEmpty(category.slug)),
      table.write.delete(categorySlugEntity.key(category)),
      ...auditWrites(table, audit),
    ]);
    return onConditionFailed<boolean, boolean>(
      removed.then(() => true),
      ({ item }) => {
        if (item?.['slug'] !== category.slug) throw new AppError('version_conflict');
        return false;
      },
    );
  },

  /**
   * K6. Closes a category for new content items and assigns its items to another one. False when either no longer
   * exists, or when the other is itself replaced.
   */
  replace: async (id: string, by: string, audit: Audited): Promise<boolean> =>
    conditionHolds(
      table.transact([
        table.write.update(categoryKey(id), { set: { replaced_by: by } }, exists),
        table.write.check(categoryKey(by), isNotReplaced),
        ...auditWrites(table, audit),
      ]),
    ),
});

export type CategoryRepository = ReturnType<typeof createCategoryRepository>;

/** Categories. There are few, so all are in one partition. */
export const createCategoryRepository = (table: Table, logger: Logger) => ({
  ...createCategoryReads(table, logger),
  ...createCategoryWrites(table),
});
