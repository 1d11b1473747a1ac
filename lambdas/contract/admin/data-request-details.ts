import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { UserDataRequest } from '../people/data-requests.ts';
import { RequestId, Timestamp, UserId } from '../shared.ts';

/** The steps of an erasure in their order. Each can be repeated, so a run that was aborted continues with its step. */
export const ERASE_STEPS = [
  /** Ends sign-ins at the user pool. */
  'sign-out',
  /** Ends the subscription and removes the customer at the payment provider. */
  'payments',
  /** Replaces the id in items of the platform and of titles. */
  'references',
  /** Removes the user's items of the table. */
  'items',
  /** Removes exports. */
  'files',
  /** Replaces the rights by a lock that expires. */
  'lock',
  /** Removes the account of the user pool. */
  'account',
  /** Mails the receipt. */
  'receipt',
] as const;
export type EraseStep = (typeof ERASE_STEPS)[number];

/** What an erasure removed and kept. It names no one. */
export const ErasureReceipt = z.object({
  /** What was found in each store, and what happened to it. */
  lines: z.readonly(
    z.array(
      z.object({
        /** `table`, `files`, `account`, `payments` or `search`. */
        store: z.string(),
        /** What was stored, such as `history`. */
        what: z.string(),
        count: z.number(),
        action: z.enum(['deleted', 'pseudonymized']),
      }),
    ),
  ),
  /** What is kept, why, and until when; null when others decide. */
  exceptions: z.readonly(z.array(z.object({ what: z.string(), reason: z.string(), until: z.nullable(Timestamp) }))),
});
export type ErasureReceipt = z.infer<typeof ErasureReceipt>;

/** Why a run failed. */
export const RequestFailure = z.object({
  at: Timestamp,
  /** An error code of ours, or the name of the error as AWS or Stripe call it. */
  error: z.string(),
});
export type RequestFailure = z.infer<typeof RequestFailure>;

/** A user's request with its progress and receipt. */
export const UserDataRequestDetails = z.extend(UserDataRequest, {
  /** Set when the user did not ask: the account was not used, or a restore brought erased data back. */
  cause: z.nullable(z.enum(['inactivity', 'restore'])),
  /** `operator`: for a user who cannot use the profile, or after a restore. */
  asked_by: z.enum(['user', 'operator']),
  completed_at: z.nullable(Timestamp),
  /** The step that an erasure runs or repeats; null before it begins and when it is complete. */
  step: z.nullable(z.enum(ERASE_STEPS)),
  /** Why the last run failed; null when it did not. The next run repeats it. */
  failure: z.nullable(RequestFailure),
  /** What a completed erasure removed and kept. */
  receipt: z.nullable(ErasureReceipt),
  /** Whether the user was mailed the receipt; null before, and for a repeated erasure, which mails nothing. */
  receipt_mailed: z.nullable(z.boolean()),
});
export type UserDataRequestDetails = z.infer<typeof UserDataRequestDetails>;

/** One request of a user for their data, for administrators. */
export const dataRequestDetailsEndpoints = {
  'data-requests.get-request': endpoint({
    method: 'GET',
    path: '/api/admin/data-requests/{userId}/{id}',
    auth: 'admin',
    summary: 'Returns a request of a user for their data with its current step, the last failure and the receipt.',
    params: z.strictObject({ userId: UserId, id: RequestId }),
    responses: { 200: UserDataRequestDetails },
    errors: ['request_not_found'],
  }),
};
