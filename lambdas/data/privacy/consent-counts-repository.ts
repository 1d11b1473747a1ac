import type { ConsentNumbers } from '../../contract/admin/retention.ts';
import type { Table } from '../table/table.ts';
import { consentCountsEntity, consentCountsKey } from './consent-entities.ts';

export type ConsentCountsRepository = ReturnType<typeof createConsentCountsRepository>;

/** Numbers about consent. Numbers refer to access-patterns.md. */
export const createConsentCountsRepository = (table: Table) => ({
  /** CN3. How many accounts decided, and what they allow; 0.5 RRU. */
  async read(): Promise<ConsentNumbers> {
    const item = await table.get(consentCountsKey);
    if (!item) return { decided: 0, analytics: 0, behavioral: 0, functional: 0, marketing: 0, updated_at: null };
    return consentCountsEntity.parse(item);
  },
});
