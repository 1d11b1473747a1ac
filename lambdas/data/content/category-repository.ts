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
import { ConditionFailed } from '../table/errors.ts';
import { exists, isNew, type Expression } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';

const PARTITION = 'CATEGORY';

const CategoryItem = z.object({
  ...Category.shape,
  content_count: z.optional(z.number()),
  replaced_by: z.optional(CategoryId),
});
/** A category as stored. Its count rises and falls in the transactions of its contents. */
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

/** Holds a slug for one category: two administrators who add the same name at once cannot both succeed. */
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

/** Categories read by one query; a stage has dozens. */
const QUERY_LIMIT = 1000;

/** An act with its time, for the audit log. */
export interface Audited {
  readonly act: AuditAct;
  readonly now: string;
}

/** Condition: nothing is in it, and it has the address that goes with it. */
const isEmpty = (slug: string): Expression => ({
  expression: '#slug = :slug AND (attribute_not_exists(#count) OR #count <= :none)',
  names: { '#slug': 'slug', '#count': 'content_count' },
  values: { ':slug': slug, ':none': 0 },
});

export type CategoryRepository = ReturnType<typeof createCategoryRepository>;

/** Categories: few, in one partition. */
export const createCategoryRepository = (table: Table, logger: Logger) => {
  const read = async (id: string, consistent: boolean): Promise<StoredCategory | undefined> => {
    const item = await table.get(categoryKey(id), { consistent });
    return item && categoryEntity.parse(item);
  };
  const audits = (audit: Audited | undefined) => (audit ? [auditWrite(table, audit.act, audit.now)] : []);

  return {
    /** K1. All categories by name: one query, about 0.5 RRU for every 25 of them. */
    async list(): Promise<StoredCategory[]> {
      const items = await table.queryAll({ partition: PARTITION, prefix: 'CATEGORY#', limit: QUERY_LIMIT });
      return parseList(categoryEntity, items, (count) =>
        logger.error('Corrupt items left out of a list', { list: 'categories', count }),
      ).sort((a, b) => a.name.localeCompare(b.name, 'en'));
    },

    /** K2. One category; 0.5 RRU, twice that if `consistent`. */
    get: (id: string, { consistent = false } = {}): Promise<StoredCategory | undefined> => read(id, consistent),

    /**
     * K3. Adds a category, with the entry of the audit log unless nobody did it. Throws AppError `already_exists` when
     * its name is taken.
     */
    async create(category: Category, audit?: Audited): Promise<void> {
      try {
        await table.transact([
          table.write.put(categorySlugEntity.toItem({ slug: category.slug, category_id: category.id }), isNew),
          table.write.put(categoryEntity.toItem(category), isNew),
          ...audits(audit),
        ]);
      } catch (error) {
        if (error instanceof ConditionFailed)
          throw new AppError('already_exists', 'A category of this name exists already.');
        throw error;
      }
    },

    /**
     * K4. Renames a category; its address changes hands in the same transaction. Throws AppError `already_exists`, or
     * `version_conflict` when somebody else renamed it.
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
      try {
        await table.transact([
          table.write.update(categoryKey(before.id), { set: { name, slug } }, asRead),
          ...slugs,
          ...audits(audit),
        ]);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        throw error.index === 0
          ? new AppError('version_conflict')
          : new AppError('already_exists', 'A category of this name exists already.');
      }
    },

    /**
     * K5. Removes a category that nothing is in. False when something is. Throws `version_conflict` when somebody else
     * gave it another address, or removed it.
     */
    async remove(category: Pick<Category, 'id' | 'slug'>, audit?: Audited): Promise<boolean> {
      try {
        await table.transact([
          table.write.delete(categoryKey(category.id), isEmpty(category.slug)),
          table.write.delete(categorySlugEntity.key(category)),
          ...audits(audit),
        ]);
        return true;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        if (error.item?.['slug'] !== category.slug) throw new AppError('version_conflict');
        return false;
      }
    },

    /**
     * K6. From now on a category takes no content, and gives its own to another. False when either is gone, or the
     * other one goes too.
     */
    async replace(id: string, by: string, audit: Audited): Promise<boolean> {
      const stays = {
        expression: 'attribute_exists(#pk) AND attribute_not_exists(#replaced)',
        names: { '#pk': 'pk', '#replaced': 'replaced_by' },
      };
      try {
        await table.transact([
          table.write.update(categoryKey(id), { set: { replaced_by: by } }, exists),
          table.write.check(categoryKey(by), stays),
          ...audits(audit),
        ]);
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },
  };
};
