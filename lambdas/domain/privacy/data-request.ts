import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EraseStep, RequestFailure, UserDataRequestDetails } from '../../contract/admin/data-request-details.ts';
import type { DataRequest, RequestStatus, RequestType, UserDataRequest } from '../../contract/people/data-requests.ts';
import { WITHDRAW_HOURS } from '../../contract/people/time-limits.ts';
import { AppError } from '../app-error.ts';
import type { Receipt } from './receipt.ts';

/** Milliseconds between a request for erasure and its start, in which it can be withdrawn. */
export const WITHDRAW_MS = WITHDRAW_HOURS * 60 * 60 * 1000;

/** What an erasure must remember until it is complete. Nothing of it is kept then, except the receipt. */
export interface EraseState {
  /** The next step. */
  readonly step: EraseStep;
  /** Empty for an account that is only known from a token. */
  readonly email: string;
  readonly customer_ids: readonly string[];
  /** The id of a checkout at the payment provider that may still be open. */
  readonly checkout_id?: string | undefined;
  /** The page of references that is being replaced, and how many were found up to its end. */
  readonly references?: { readonly page: string; readonly count: number } | undefined;
  readonly receipt: Receipt;
  /** When mailing the receipt failed for the first time. */
  readonly mail_failed_at?: string | undefined;
}

/** A request as stored. */
export interface StoredRequest {
  readonly id: string;
  readonly user_id: string;
  readonly request_type: RequestType;
  readonly status: RequestStatus;
  readonly created_at: string;
  /** Set when the user did not ask: the account was not used, or a restore brought erased data back. */
  readonly cause?: 'inactivity' | 'restore' | undefined;
  /** Set when an operator asked for the user, such as after a letter. */
  readonly asked_by?: 'operator' | undefined;
  readonly completed_at?: string | undefined;
  /** When an erasure starts. */
  readonly starts_at?: string | undefined;
  /** Since when a legal hold forbids an erasure. It does not start before the hold is released. */
  readonly held_since?: string | undefined;
  /** Set when the payments ended while a legal hold forbids the rest of the erasure. */
  readonly payments_ended?: true | undefined;
  /** SHA-256 of the secret in the mailed link. */
  readonly secret_hash?: string | undefined;
  /** Until when an export can be downloaded, and its size in bytes. */
  readonly download_until?: string | undefined;
  readonly size?: number | undefined;
  readonly erase?: EraseState | undefined;
  /** Why the last run failed, until the next one makes progress. */
  readonly failure?: RequestFailure | undefined;
  /** What a completed erasure removed and kept. */
  readonly receipt?: Receipt | undefined;
  /** False when the receipt of a completed erasure could not be mailed. */
  readonly receipt_mailed?: false | undefined;
  /** Set while the user of a completed export was not notified yet. */
  readonly mail_due?: true | undefined;
}

const expiryOfRequest = ({ status, starts_at, held_since, download_until }: StoredRequest): string | null =>
  status === 'rejected' || held_since !== undefined ? null : (download_until ?? starts_at ?? null);

/** A request as the API returns it to its user. */
export const toDataRequest = (request: StoredRequest): DataRequest => {
  const { id, request_type, status, created_at, held_since = null, size = null } = request;
  return { id, request_type, status, created_at, expires_at: expiryOfRequest(request), held_since, size };
};

/** A request as the API returns it to administrators. */
export const toUserDataRequest = (request: StoredRequest): UserDataRequest => {
  const { id, user_id, request_type, status, created_at, held_since = null } = request;
  return { id, user_id, request_type, status, created_at, expires_at: expiryOfRequest(request), held_since };
};

/** A request with everything that administrators can open. */
export const toRequestDetails = (request: StoredRequest): UserDataRequestDetails => ({
  ...toUserDataRequest(request),
  cause: request.cause ?? null,
  asked_by: request.asked_by ?? 'user',
  completed_at: request.completed_at ?? null,
  step: request.erase?.step ?? null,
  failure: request.failure ?? null,
  receipt: request.receipt ?? null,
  receipt_mailed: request.receipt && request.cause !== 'restore' ? request.receipt_mailed !== false : null,
});

/**
 * A request whose run failed at a time (milliseconds). Of the error, only its kind is stored: messages can contain
 * addresses.
 */
export const failed = (request: StoredRequest, error: unknown, now: number): StoredRequest => {
  const kind = error instanceof AppError ? error.code : error instanceof Error ? error.name : 'unknown';
  return { ...request, failure: { at: new Date(now).toISOString(), error: kind } };
};

/** A new request. */
export const newRequest = (id: string, userId: string, type: RequestType, now: number): StoredRequest => ({
  id,
  user_id: userId,
  request_type: type,
  status: 'pending',
  created_at: new Date(now).toISOString(),
  ...(type === 'erasure' ? { starts_at: new Date(now + WITHDRAW_MS).toISOString() } : {}),
});

/** A new request of an operator for a user. */
export const newOperatorRequest = (...fields: Parameters<typeof newRequest>): StoredRequest => ({
  ...newRequest(...fields),
  asked_by: 'operator',
});

/** A request to erase again what a restore brought back. It starts at once and mails nothing: the user was notified. */
export const newRepeatedRequest = (id: string, userId: string, now: number): StoredRequest => ({
  ...newOperatorRequest(id, userId, 'erasure', now),
  starts_at: new Date(now).toISOString(),
  cause: 'restore',
});

/** A request to erase an account that no one uses. It starts at once: its user was warned twice. */
export const newInactivityRequest = (id: string, userId: string, now: number): StoredRequest => ({
  ...newRequest(id, userId, 'erasure', now),
  starts_at: new Date(now).toISOString(),
  cause: 'inactivity',
});

/**
 * An erasure whose legal hold was released. Its user has a day again to withdraw it, because much may have changed
 * since they asked; one that a restore repeats begins at once.
 */
export const released = ({ held_since: _held, ...request }: StoredRequest, now: number): StoredRequest => ({
  ...request,
  starts_at: new Date(request.cause === 'restore' ? now : now + WITHDRAW_MS).toISOString(),
});

/** Whether an erasure can be withdrawn: it has not started, or waits for the end of a legal hold. */
export const canWithdraw = ({ starts_at: starts, held_since: held }: StoredRequest, now: number): boolean =>
  starts !== undefined && (held !== undefined || Date.parse(starts) > now);

/** Key of an export's file in the exports bucket. */
export const exportKey = (userId: string, requestId: string): string => `${exportPrefix(userId)}${requestId}.zip`;

/** Prefix of the keys of a user's exports. */
export const exportPrefix = (userId: string): string => `exports/${userId}/`;

/** A new secret for the link that withdraws a request. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash under which a secret is stored. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether a secret is that of the request, compared in constant time. */
export const isSecretOf = ({ secret_hash: hash }: StoredRequest, secret: string): boolean =>
  hash !== undefined && timingSafeEqual(Buffer.from(hash), Buffer.from(secretHash(secret)));

/** The text of a withdraw link: user, request and secret. */
export const withdrawToken = ({ user_id, id }: StoredRequest, secret: string): string =>
  Buffer.from(`${user_id}.${id}.${secret}`).toString('base64url');

/** The parts of a withdraw link's text; undefined when it was made up. */
export const readWithdrawToken = (
  token: string,
): { readonly userId: string; readonly requestId: string; readonly secret: string } | undefined => {
  const text = Buffer.from(token, 'base64url').toString();
  const [, userId, requestId, secret] = /^([0-9a-f-]{36})\.(req_[0-9A-Z]{26})\.([\w-]{43})$/.exec(text) ?? [];
  return userId === undefined || requestId === undefined || secret === undefined
    ? undefined
    : { userId, requestId, secret };
};
