import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { Timestamp, UserId, pageLimit, pageOf, pageQuery, RequestId } from '../shared.ts';

/** What a user can ask for: a copy of all their data, or that all of it is removed. */
export const RequestType = z.enum(['export', 'erasure']);
export type RequestType = z.infer<typeof RequestType>;

/** `rejected`: the user withdrew the request. */
export const RequestStatus = z.enum(['pending', 'processing', 'completed', 'rejected']);
export type RequestStatus = z.infer<typeof RequestStatus>;

/** The specification's number of requests in a page. */
const REQUESTS_PAGE = 50;

const common = {
  id: RequestId,
  request_type: RequestType,
  status: RequestStatus,
  created_at: Timestamp,
  /**
   * Until when an export can be downloaded, and until when an erasure can be withdrawn. Null while an export is made,
   * while an erasure waits for a legal hold, and after a request was withdrawn.
   */
  expires_at: z.nullable(Timestamp),
  /** Since when the law forbids this erasure, which waits until then; null when nothing forbids it. */
  held_since: z.nullable(Timestamp),
};

/** A user's own request. */
export const DataRequest = z.object({
  ...common,
  /** Size of the export in bytes; null until it is complete. */
  size: z.nullable(z.number()),
});
export type DataRequest = z.infer<typeof DataRequest>;

/** A user's request, for administrators. */
export const UserDataRequest = z.object({ ...common, user_id: UserId });
export type UserDataRequest = z.infer<typeof UserDataRequest>;

/** What the link in the mail contains: user, request and secret, as text of no other meaning to the client. */
const WithdrawToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{100,200}$/, 'Must be that of a withdraw link'));

/** Requests of users for their data. */
export const dataRequestEndpoints = {
  'data-requests.list-own': endpoint({
    method: 'GET',
    path: '/api/data-requests',
    auth: 'user',
    summary: "Lists the current user's newest requests for an export or the erasure of their data.",
    responses: {
      200: z.object({
        items: z.array(DataRequest),
        /** Since when a legal hold keeps the user's data; null when there is none. */
        held_since: z.nullable(Timestamp),
      }),
    },
    errors: [],
  }),
  'data-requests.create-request': endpoint({
    method: 'POST',
    path: '/api/data-requests',
    auth: 'user',
    ...STEP_UP,
    summary:
      'Asks for an export or the erasure of all data. An export that is already being made is returned. After a ' +
      'request for erasure, the account is disabled; it is erased a day later unless the user withdraws the request. ' +
      'During a legal hold, the erasure waits for its end, and only the subscription ends a day after the request.',
    body: z.strictObject({ request_type: RequestType }),
    responses: { 202: DataRequest },
    errors: ['last_admin', 'invalid_state', 'too_many_requests'],
  }),
  'data-requests.get-download': endpoint({
    method: 'POST',
    path: '/api/data-requests/{id}/download',
    auth: 'user',
    ...STEP_UP,
    summary: 'Returns a URL that downloads an export. It is valid for a few minutes.',
    params: z.strictObject({ id: RequestId }),
    responses: { 200: z.object({ url: z.string(), expires_in: z.number() }) },
    errors: ['request_not_found', 'invalid_state'],
  }),
  'data-requests.withdraw-request': endpoint({
    method: 'POST',
    path: '/api/functions/withdraw-erasure',
    auth: 'public',
    summary: 'Withdraws a request for erasure with the secret that was mailed, and enables the account again.',
    body: z.strictObject({ token: WithdrawToken }),
    responses: { 204: null },
    errors: ['code_rejected', 'too_many_requests'],
  }),
};

/** Requests of users for their data, for administrators. */
export const userDataRequestEndpoints = {
  'data-requests.list-requests': endpoint({
    method: 'GET',
    path: '/api/admin/data-requests',
    auth: 'admin',
    summary: 'Lists the requests of all users for their data, newest first.',
    query: z.strictObject({ ...pageQuery, limit: pageLimit(REQUESTS_PAGE) }),
    responses: { 200: pageOf(UserDataRequest) },
    errors: ['invalid_cursor'],
  }),
};
