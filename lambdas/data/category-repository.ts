import * as z from 'zod/mini';
import { Category } from '../contract/catalog.ts';
import { CategoryId } from '../contract/shared.ts';
import type { AuditAct } from '../domain/audit/act.ts';
import { AppError } from '../domain/app-error.ts';
import type { Logger } from '../domain/logger.ts';
import { auditWrite } from './audit-entity.ts';
import { defineEntity, type StoredItem } from './entity.ts';
import { key } from './keys.ts';
import { ConditionFailed, isNew, parseList, type Table } from './table.ts';

const PARTITION = 'CATEGORY';

const categoryEntity = defineEntity({
  type: 'CATEGORY',
  v: 1,
  schema: Category,
  key: ({ id }: { id: string }) => ({ pk: PARTITION, sk: key('CATEGORY', id) }),
});

/** Holds a slug for one category: two administrators who add the same name at once cannot both succeed. */
const slugEntity = defineEntity({
  type: 'CATEGORY_SLUG',
  v: 1,
  schema: z.object({ slug: z.string(), category_id: CategoryId }),
  key: ({ slug }: { slug: string }) => ({ pk: PARTITION, sk: key('SLUG', slug) }),
});

/** Categories read by one query; a stage has dozens. */
const QUERY_LIMIT = 1000;

export type CategoryRepository = ReturnType<typeof createCategoryRepository>;

/** Categories: few, in one partition. */
export const createCategoryRepository = (table: Table, logger: Logger) => ({
  /** K1. All categories by name: one query, about 0.5 RRU for every 25 of them. */
  async list(): Promise<Category[]> {
    const items: StoredItem[] = [];
    let startKey: Readonly<Record<string, unknown>> | undefined;
    do {
      const page = await table.query({ partition: PARTITION, prefix: 'CATEGORY#', limit: QUERY_LIMIT, startKey });
      items.push(...page.items);
      startKey = page.lastKey;
    } while (startKey);
    return parseList(categoryEntity, items, (count) => logger.error('Corrupt items left out of a list', { list: 'categories', count }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  },

  /** K2. One category; 0.5 RRU. */
  async get(id: string): Promise<Category | undefined> {
    const item = await table.get(categoryEntity.key({ id }));
    return item && categoryEntity.parse(item);
  },

  /** K3. Adds a category, with the entry of the audit log unless nobody did it. Throws AppError `already_exists` when its name is taken. */
  async create(category: Category, audit?: { readonly act: AuditAct; readonly now: string }): Promise<void> {
    try {
      await table.transact([
        table.write.put(slugEntity.toItem({ slug: category.slug, category_id: category.id }), isNew),
        table.write.put(categoryEntity.toItem(category), isNew),
        ...(audit ? [auditWrite(table, audit.act, audit.now)] : []),
      ]);
    } catch (error) {
      if (error instanceof ConditionFailed) throw new AppError('already_exists', 'A category of this name exists already.');
      throw error;
    }
  },
});
