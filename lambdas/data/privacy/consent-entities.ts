import * as z from 'zod/mini';
import { ConsentRecord } from '../../contract/people/consent.ts';
import { Timestamp } from '../../contract/shared.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';

/**
 * One decision of a user about privacy. The newest is also stored in the user's rights, where each call reads it. Only
 * erasing the account removes an entry.
 */
export const consentEntity = defineEntity({
  type: 'CONSENT',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: ({ user_id: _user, ...record }) => record,
  schema: ConsentRecord,
  key: ({ user_id: userId, id }: { user_id: string; id: string }) => ({ pk: key('CONSENT', userId), sk: id }),
});

/** How many accounts decided, and what they allow. Changes in the transaction of each decision, so it is exact. */
export const consentCountsEntity = defineEntity({
  type: 'CONSENT_COUNTS',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    updated_at: Timestamp,
    decided: z.number(),
    analytics: z.number(),
    behavioral: z.number(),
    marketing: z.number(),
    functional: z.number(),
  }),
  key: () => ({ pk: 'CONSENT_COUNTS', sk: 'META' }),
});
export const consentCountsKey = consentCountsEntity.key({});
