import type { ContentDraft } from '../../contract/content/content.ts';
import { retentionMs } from '../../contract/retention.ts';
import { AppError } from '../app-error.ts';
import type { ConversionFacts } from '../conversion/facts.ts';

/** Milliseconds after which an upload without a content item expires, with its object and quota. */
export const CLAIM_TIME_MS = retentionMs('abandoned_uploads');
/**
 * Maximum age of an upload in milliseconds. Resuming does not extend its deadline further, because the bucket deletes
 * parts after 7 days.
 */
export const LONGEST_UPLOAD_MS = 6 * CLAIM_TIME_MS;
/** Lifetime of a signed URL in seconds. A transfer that began in time can end later. */
export const UPLOAD_URL_SECONDS = 3600;

/**
 * `open`: waiting for bytes. `completed`: size and first bytes were checked. `claimed`: a content item uses it.
 * `waiting`: a converted replacement that staff must accept before the content item uses it; it never expires.
 * `aborted`: canceled or rejected; its quota is released and its object is being deleted. `replaced`: another file
 * replaced it, or a later replacement was requested; the sweeper aborts it.
 */
export type UploadState = 'open' | 'completed' | 'claimed' | 'waiting' | 'aborted' | 'replaced';

/** Why an upload was rejected after its bytes arrived. */
export interface UploadRejection {
  readonly code: 'unsupported_format' | 'upload_incomplete';
  /** A sentence for the user. */
  readonly reason: string;
}

/**
 * One upload, from the first call until its content item is deleted. It reserves the creator's quota. Until a content
 * item exists, it also stores the results of ingest and conversion.
 */
export interface Upload extends ConversionFacts {
  readonly content_id: string;
  /** Last segment of the key, and the version folder of the first conversion. */
  readonly upload_id: string;
  /**
   * Set for an upload other than the content item's own: it will replace that upload, or was replaced by it. Its
   * conversion facts are those of its own file only.
   */
  readonly replacement?: boolean | undefined;
  readonly key: string;
  readonly file_name: string;
  readonly file_type: string;
  /** Announced size in bytes, which is also the reserved quota. */
  readonly file_size: number;
  readonly kind: 'single' | 'multipart';
  readonly s3_upload_id?: string | undefined;
  readonly state: UploadState;
  /** Why it was rejected; absent when a user canceled it. */
  readonly rejection?: UploadRejection | undefined;
  /** S3 version that was checked when the upload was completed. No other version of the key is accepted. */
  readonly checked_version_id?: string | undefined;
  /** Set once all data of an aborted upload is deleted. */
  readonly cleaned?: boolean | undefined;
  readonly creator_id: string;
  readonly user_id: string;
  readonly created_at: string;
  /** When an unclaimed upload expires. */
  readonly deadline: string;
  /** Metadata that the user entered before the upload. */
  readonly draft?: ContentDraft | undefined;
  /** Increases with every write. */
  readonly rev: number;
}

/** New deadline of an upload that is resumed at `now`: one day later, but within the maximum age. ISO 8601. */
export const extendedDeadline = (
  { created_at: createdAt, deadline }: Pick<Upload, 'created_at' | 'deadline'>,
  now: number,
): string => {
  const longest = Date.parse(createdAt) + LONGEST_UPLOAD_MS;
  return new Date(Math.max(Date.parse(deadline), Math.min(now + CLAIM_TIME_MS, longest))).toISOString();
};

const KEY = /^uploads\/(cnt_[0-7][0-9A-HJKMNP-TV-Z]{25})\/([A-Za-z0-9_-]{1,64})$/;

/** Parses an upload key. Undefined when it is not one of ours. */
export const parseUploadKey = (key: string): { readonly contentId: string; readonly uploadId: string } | undefined => {
  const match = KEY.exec(key);
  return match?.[1] && match[2] ? { contentId: match[1], uploadId: match[2] } : undefined;
};

/** Throws when an upload is aborted: the reason why it was rejected, or `upload_not_found`. */
export const assertNotAborted = ({ state, rejection }: Pick<Upload, 'state' | 'rejection'>): void => {
  if (state === 'aborted')
    throw rejection ? new AppError(rejection.code, rejection.reason) : new AppError('upload_not_found');
};
