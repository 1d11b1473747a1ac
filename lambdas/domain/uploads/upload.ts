import type { ContentDraft } from '../../contract/content/content.ts';
import { retentionMs } from '../../contract/retention.ts';
import { AppError } from '../app-error.ts';
import type { ConversionFacts } from '../conversion/facts.ts';

/** Milliseconds after which an upload that no content claimed is swept with its object and quota (decisions.md 14). */
export const CLAIM_TIME_MS = retentionMs('abandoned_uploads');
/**
 * Milliseconds from its start after which taking an upload up again moves its end no further: the bucket drops parts
 * after 7 days.
 */
export const LONGEST_UPLOAD_MS = 6 * CLAIM_TIME_MS;
/** Seconds that a signed PUT or part URL holds. A transfer that began in time may end later. */
export const UPLOAD_URL_SECONDS = 3600;

/**
 * `open`: bytes are awaited. `completed`: size and first bytes were checked. `claimed`: a content record stands on it.
 * `aborted`: given up or refused; quota is released and the object is going. `replaced`: another file took its place,
 * or was wanted after it; the sweeper gives it up.
 */
export type UploadState = 'open' | 'completed' | 'claimed' | 'aborted' | 'replaced';

/** Why an upload was refused after its bytes came. */
export interface UploadRefusal {
  readonly code: 'unsupported_format' | 'upload_incomplete';
  /** A plain sentence. */
  readonly reason: string;
}

/**
 * One upload, from the first call until its content is deleted: it holds the creator's quota, and until a content
 * record exists it also holds what ingest and conversion found out.
 */
export interface Upload extends ConversionFacts {
  readonly content_id: string;
  /** The last part of the key; also the version folder of the first conversion. */
  readonly upload_id: string;
  /**
   * It stands beside the content's own upload: to replace it, or replaced by it. Its facts of a conversion are those of
   * its file only.
   */
  readonly replacement?: boolean | undefined;
  readonly key: string;
  readonly file_name: string;
  readonly file_type: string;
  /** Bytes, as announced; the quota that is held. */
  readonly file_size: number;
  readonly kind: 'single' | 'multipart';
  readonly s3_upload_id?: string | undefined;
  readonly state: UploadState;
  /** Why it was refused; absent when a person gave it up. */
  readonly refusal?: UploadRefusal | undefined;
  /** Set once nothing of a given-up upload is stored any more. */
  readonly cleaned?: boolean | undefined;
  readonly creator_id: string;
  readonly user_id: string;
  readonly created_at: string;
  /** When an unclaimed upload is swept. */
  readonly deadline: string;
  /** What the person wrote about it before it was sent. */
  readonly draft?: ContentDraft | undefined;
  /** Rises with every write. */
  readonly rev: number;
}

/** When an upload that is taken up at `now` is swept: a day later, and not past its longest time. ISO 8601. */
export const extendedDeadline = (
  { created_at: createdAt, deadline }: Pick<Upload, 'created_at' | 'deadline'>,
  now: number,
): string => {
  const longest = Date.parse(createdAt) + LONGEST_UPLOAD_MS;
  return new Date(Math.max(Date.parse(deadline), Math.min(now + CLAIM_TIME_MS, longest))).toISOString();
};

const KEY = /^uploads\/(cnt_[0-7][0-9A-HJKMNP-TV-Z]{25})\/([A-Za-z0-9_-]{1,64})$/;

/** The ids in an upload key; undefined for a key that is not of ours. */
export const parseUploadKey = (key: string): { readonly contentId: string; readonly uploadId: string } | undefined => {
  const match = KEY.exec(key);
  return match?.[1] && match[2] ? { contentId: match[1], uploadId: match[2] } : undefined;
};

/** Throws what a given-up upload answers: why it was refused, or `upload_not_found`. */
export const assertWanted = ({ state, refusal }: Pick<Upload, 'state' | 'refusal'>): void => {
  if (state === 'aborted')
    throw refusal ? new AppError(refusal.code, refusal.reason) : new AppError('upload_not_found');
};
