import * as z from 'zod/mini';
import { ERASE_STEPS, ErasureReceipt, RequestFailure } from '../../contract/admin/data-request-details.ts';
import { RequestStatus, RequestType } from '../../contract/people/data-requests.ts';
import { RequestId, Timestamp, UserId } from '../../contract/shared.ts';
import type { StoredRequest } from '../../domain/privacy/data-request.ts';
import { defineEntity, type Entity } from '../table/entity.ts';
import type { Expression } from '../table/expressions.ts';
import { key } from '../table/keys.ts';

/** Partition of all requests in gsi1. */
export const ALL_REQUESTS = 'DATA_REQUEST';

/**
 * Partition of erasures in gsi2 that are not complete, by their start. During a legal hold, they are in it until their
 * payments ended.
 */
export const DUE_ERASURES = 'ERASURE';

/** Partition of a user's requests. */
export const requestsOf = (userId: string): string => key('REQUESTS', userId);

/** Condition: the stored request has this status. */
export const hasStatus = (status: StoredRequest['status']): Expression => ({
  expression: '#status = :status',
  names: { '#status': 'status' },
  values: { ':status': status },
});

/** Condition: neither the status of a request nor its legal hold changed since it was read. */
export const isUnchanged = ({ status, held_since: held }: StoredRequest): Expression => ({
  expression: `#status = :status AND ${held === undefined ? 'attribute_not_exists(#held)' : '#held = :held'}`,
  names: { '#status': 'status', '#held': 'held_since' },
  values: { ':status': status, ...(held === undefined ? {} : { ':held': held }) },
});

const RequestItem = z.object({
  id: RequestId,
  user_id: UserId,
  request_type: RequestType,
  status: RequestStatus,
  created_at: Timestamp,
  cause: z.optional(z.enum(['inactivity', 'restore'])),
  asked_by: z.optional(z.literal('operator')),
  completed_at: z.optional(Timestamp),
  starts_at: z.optional(Timestamp),
  held_since: z.optional(Timestamp),
  payments_ended: z.optional(z.literal(true)),
  secret_hash: z.optional(z.string()),
  download_until: z.optional(Timestamp),
  size: z.optional(z.number()),
  erase: z.optional(
    z.object({
      step: z.enum(ERASE_STEPS),
      email: z.string(),
      customer_ids: z.array(z.string()),
      checkout_id: z.optional(z.string()),
      references: z.optional(z.object({ page: z.string(), count: z.number() })),
      receipt: ErasureReceipt,
      mail_failed_at: z.optional(Timestamp),
    }),
  ),
  failure: z.optional(RequestFailure),
  receipt: z.optional(ErasureReceipt),
  receipt_mailed: z.optional(z.literal(false)),
  mail_due: z.optional(z.literal(true)),
});

interface RequestIds {
  readonly user_id: string;
  readonly id: string;
}

/** A user's request for an export or the erasure of their data. It outlives the account, to prove what was done. */
export const dataRequestEntity: Entity<StoredRequest, RequestIds> = defineEntity<typeof RequestItem, RequestIds>({
  type: 'DATA_REQUEST',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'data_requests', expiresFrom: ({ created_at: at }) => at },
  onErase: { keep: 'Proves what was done at the request of a user, who is named by id only. It expires.' },
  exportView: ({ id, request_type, status, created_at, completed_at }) => ({
    id,
    request_type,
    status,
    created_at,
    completed_at,
  }),
  schema: RequestItem,
  key: ({ user_id, id }) => ({ pk: requestsOf(user_id), sk: key('REQUEST', id) }),
  indexes: {
    gsi1: ({ created_at, id }) => ({ pk: ALL_REQUESTS, sk: key(created_at, id) }),
    gsi2: ({ request_type, status, starts_at, held_since, payments_ended, id }) =>
      request_type === 'erasure' &&
      starts_at !== undefined &&
      (held_since === undefined || payments_ended === undefined) &&
      (status === 'pending' || status === 'processing')
        ? { pk: DUE_ERASURES, sk: key(starts_at, id) }
        : undefined,
  },
}) as unknown as Entity<StoredRequest, RequestIds>;

/** The export of a user that is being made, so that there is one at a time. */
export const openExportEntity = defineEntity({
  type: 'OPEN_EXPORT',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'data_requests', expiresFrom: ({ created_at: at }) => at },
  onErase: 'delete',
  exportView: { none: 'Derived from the requests.' },
  schema: z.object({ user_id: UserId, request_id: RequestId, created_at: Timestamp }),
  key: ({ user_id: userId }: { user_id: string }) => ({ pk: requestsOf(userId), sk: 'OPEN_EXPORT' }),
});
