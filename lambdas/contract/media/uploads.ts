import * as z from 'zod/mini';
import { ContentDraft } from '../content/content.ts';
import { endpoint } from '../endpoint.ts';
import { ContentId, Timestamp, line } from '../shared.ts';
import { MAX_PARTS, MAX_SIGNED_PARTS } from './upload-limits.ts';

const file = {
  fileName: line(255, 1),
  fileType: z._default(line(120), ''),
  /** Bytes. Empty files and files over 50 GB are rejected with the specification's texts. */
  fileSize: z.number().check(z.int(), z.minimum(0)),
  /** The content item whose file to replace. Without it, the upload creates a new content item. */
  contentId: z.optional(ContentId),
};
const s3Key = z.string().check(z.regex(/^uploads\/cnt_[0-9A-Z]{26}\/[A-Za-z0-9_-]{1,64}$/, 'Must be an upload key'));
/** Base64-encoded SHA-256. */
const sha256 = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'Must be a base64-encoded SHA-256'));
const partNumber = z.number().check(z.int(), z.minimum(1), z.maximum(MAX_PARTS));

const allotted = {
  contentId: ContentId,
  s3Key: z.string(),
  bucket: z.string(),
  region: z.string(),
  /** Same-origin path of the future manifest. */
  cloudFrontUrl: z.string(),
};

/**
 * Uploads the whole file with a single signed PUT (up to 100 MB): the specification's call, without `action`. The PUT
 * sends the stored content type and `If-None-Match: *`. Its URL accepts one file: S3 returns 412 to another.
 */
export const SinglePutInput = z.strictObject(file);
export const SinglePut = z.object({ ...allotted, uploadUrl: z.string() });

export const MultipartCreateInput = z.strictObject({
  action: z.literal('create'),
  ...file,
  /** Metadata of the future content item, stored with the upload so that it survives a resume. */
  draft: z.optional(ContentDraft),
});
export const MultipartCreated = z.object({
  ...allotted,
  uploadId: z.string(),
  /** Size of every part except the last, in bytes. */
  partSize: z.number(),
  partCount: z.number(),
});

export const MultipartSignInput = z.strictObject({
  action: z.literal('sign'),
  s3Key,
  /** Each part with the SHA-256 of its bytes. The part's PUT sends it in the header `x-amz-checksum-sha256`. */
  parts: z.array(z.strictObject({ partNumber, sha256 })).check(z.minLength(1), z.maxLength(MAX_SIGNED_PARTS)),
});
export const MultipartSigned = z.object({
  parts: z.array(z.object({ partNumber: z.number(), url: z.string() })),
  /** Lifetime of the URLs in seconds. */
  expires_in: z.number(),
});

/** Lists the caller's multipart uploads that do not have a content item yet, newest first. */
export const UnfinishedInput = z.strictObject({ action: z.literal('list') });
export const Unfinished = z.object({
  uploads: z.array(
    z.object({
      contentId: ContentId,
      s3Key: z.string(),
      fileName: z.string(),
      fileType: z.string(),
      fileSize: z.number(),
      created_at: Timestamp,
      /** When the upload expires unless it is resumed. */
      deadline: Timestamp,
      draft: z.nullable(ContentDraft),
      /** Whether it replaces the file of an existing content item. */
      replacement: z.boolean(),
    }),
  ),
});
export type UnfinishedUpload = z.infer<typeof Unfinished>['uploads'][number];

/** Resumes a multipart upload: returns its stored parts and keeps it for another day. */
export const UploadPartsInput = z.strictObject({ action: z.literal('parts'), s3Key });
export const UploadParts = z.object({
  ...allotted,
  fileName: z.string(),
  fileSize: z.number(),
  partSize: z.number(),
  partCount: z.number(),
  /** Completely stored parts. Empty once they are joined. */
  storedParts: z.array(z.object({ partNumber: z.number(), sha256: z.string() })),
  /**
   * S3's checksum of the joined file: the SHA-256 of the parts' SHA-256, and the number of parts. Null while parts are
   * missing.
   */
  joined: z.nullable(z.string()),
});

/**
 * Completes an upload of either kind: the server joins the stored parts and compares the size with the announced one.
 */
export const UploadCompleteInput = z.strictObject({ action: z.literal('complete'), s3Key });
export const UploadCompleted = z.object({ contentId: ContentId, s3Key: z.string(), fileSize: z.number() });

/** Cancels an upload of either kind: removes its data and releases its quota. Repeating the call has no effect. */
export const UploadAbortInput = z.strictObject({ action: z.literal('abort'), s3Key });
export const UploadAborted = z.object({ aborted: z.literal(true) });

export const uploadsEndpoints = {
  'uploads.s3-upload-url': endpoint({
    method: 'POST',
    path: '/api/functions/s3-upload-url',
    auth: 'admin',
    summary: 'Starts, signs, completes, resumes or cancels the upload of a file, or lists unfinished uploads.',
    body: z.union([
      MultipartCreateInput,
      MultipartSignInput,
      UploadCompleteInput,
      UploadAbortInput,
      UnfinishedInput,
      UploadPartsInput,
      SinglePutInput,
    ]),
    responses: {
      200: z.union([
        MultipartCreated,
        SinglePut,
        UploadParts,
        MultipartSigned,
        UploadCompleted,
        UploadAborted,
        Unfinished,
      ]),
    },
    errors: [
      'file_too_large',
      'unsupported_format',
      'quota_exceeded',
      'content_not_found',
      'creator_not_found',
      'upload_not_found',
      'upload_incomplete',
      'invalid_state',
    ],
  }),
  'uploads.s3-download-url': endpoint({
    method: 'POST',
    path: '/api/functions/s3-download-url',
    auth: 'user',
    summary: "Returns a short-lived download URL for a content item's source file. Owners and administrators only.",
    body: z.strictObject({ s3Key: z.string().check(z.minLength(1), z.maxLength(200)) }),
    responses: { 200: z.object({ downloadUrl: z.string() }) },
    errors: ['upload_not_found'],
  }),
  'uploads.get-source': endpoint({
    method: 'GET',
    path: '/api/content/{id}/source',
    auth: 'user',
    summary: 'Redirects to a short-lived download URL of the uploaded file. Owners and administrators only.',
    params: z.strictObject({ id: ContentId }),
    responses: { 302: null },
    errors: ['content_not_found', 'media_not_available'],
  }),
};
