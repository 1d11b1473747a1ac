import type { PlanCounts } from '../../domain/billing/plan-figures.ts';
import type { Table } from '../table/table.ts';
import { billingCountsEntity } from './billing-entities.ts';

export type PlanCountsRepository = ReturnType<typeof createPlanCountsRepository>;

/** How many users have which plan. Numbers refer to access-patterns.md. */
export const createPlanCountsRepository = (table: Table) => ({
  /** BL8. The counters; 0.5 RRU. */
  async read(): Promise<PlanCounts> {
    const item = await table.get(billingCountsEntity.key({}));
    return item ? billingCountsEntity.parse(item) : {};
  },
});
