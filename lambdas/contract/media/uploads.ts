import * as z from 'zod/mini';
import { ContentDraft } from '../content/content.ts';
import { endpoint } from '../endpoint.ts';
import { ContentId, Timestamp, line } from '../shared.ts';
import { MAX_PARTS, MAX_SIGNED_PARTS } from './upload-limits.ts';

const file = {
  fileName: line(255, 1),
  fileType: z._default(line(120), ''),
  /** Bytes. Zero and over 50 GB are refused with the specification's texts. */
  fileSize: z.number().check(z.int(), z.minimum(0)),
  /** The content whose file it shall replace; without it, it becomes a new content. */
  contentId: z.optional(ContentId),
};
const s3Key = z.string().check(z.regex(/^uploads\/cnt_[0-9A-Z]{26}\/[A-Za-z0-9_-]{1,64}$/, 'Not an upload key'));
/** Base64 of a SHA-256. */
const sha256 = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'Not the base64 of a SHA-256'));
const partNumber = z.number().check(z.int(), z.minimum(1), z.maximum(MAX_PARTS));

const allotted = {
  contentId: ContentId,
  s3Key: z.string(),
  bucket: z.string(),
  region: z.string(),
  /** Same-origin path of the coming manifest. */
  cloudFrontUrl: z.string(),
};

/** One signed PUT for the whole file (up to 100 MB): the specification's call, without `action`. */
export const SinglePutInput = z.strictObject(file);
export const SinglePut = z.object({ ...allotted, uploadUrl: z.string() });

export const MultipartCreateInput = z.strictObject({
  action: z.literal('create'),
  ...file,
  /** What the content shall become; it is kept with the upload for whoever resumes it. */
  draft: z.optional(ContentDraft),
});
export const MultipartCreated = z.object({
  ...allotted,
  uploadId: z.string(),
  /** Bytes of every part but the last. */
  partSize: z.number(),
  partCount: z.number(),
});

export const MultipartSignInput = z.strictObject({
  action: z.literal('sign'),
  s3Key,
  /** Each part with the SHA-256 of its bytes, which its PUT carries as the header `x-amz-checksum-sha256`. */
  parts: z.array(z.strictObject({ partNumber, sha256 })).check(z.minLength(1), z.maxLength(MAX_SIGNED_PARTS)),
});
export const MultipartSigned = z.object({
  parts: z.array(z.object({ partNumber: z.number(), url: z.string() })),
  /** Seconds that the URLs hold. */
  expires_in: z.number(),
});

/** Uploads in parts of the person who asks that no content stands on yet, newest first. */
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
      /** When it is given up, unless it is taken up again. */
      deadline: Timestamp,
      draft: z.nullable(ContentDraft),
      /** Whether it is to replace the file of a content that there is. */
      replacement: z.boolean(),
    }),
  ),
});
export type UnfinishedUpload = z.infer<typeof Unfinished>['uploads'][number];

/** Takes an upload in parts up again: what of it is stored. It is kept for another day from now on. */
export const UploadPartsInput = z.strictObject({ action: z.literal('parts'), s3Key });
export const UploadParts = z.object({
  ...allotted,
  fileName: z.string(),
  fileSize: z.number(),
  partSize: z.number(),
  partCount: z.number(),
  /** Parts that are stored whole. Empty once they are joined. */
  storedParts: z.array(z.object({ partNumber: z.number(), sha256: z.string() })),
  /**
   * S3's checksum of the joined file: the SHA-256 of the parts' SHA-256, and their count. Null while parts are missing.
   */
  joined: z.nullable(z.string()),
});

/**
 * Ends an upload of either kind: the server joins the parts that it finds, and compares the stored size with the
 * announced one.
 */
export const UploadCompleteInput = z.strictObject({ action: z.literal('complete'), s3Key });
export const UploadCompleted = z.object({ contentId: ContentId, s3Key: z.string(), fileSize: z.number() });

/** Gives an upload of either kind up: parts or object removed, quota released. Asked again it answers the same. */
export const UploadAbortInput = z.strictObject({ action: z.literal('abort'), s3Key });
export const UploadAborted = z.object({ aborted: z.literal(true) });

export const uploadsEndpoints = {
  'uploads.s3-upload-url': endpoint({
    method: 'POST',
    path: '/api/functions/s3-upload-url',
    auth: 'admin',
    summary:
      'Starts, signs, completes, resumes or gives up the upload of one file, new or in place of that of a content, or lists the unfinished ones.',
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
    summary: 'Answers a short-lived download of the file of a content, for its owner and for administrators.',
    body: z.strictObject({ s3Key: z.string().check(z.minLength(1), z.maxLength(200)) }),
    responses: { 200: z.object({ downloadUrl: z.string() }) },
    errors: ['upload_not_found'],
  }),
  'uploads.get-source': endpoint({
    method: 'GET',
    path: '/api/content/{id}/source',
    auth: 'admin',
    summary: 'Redirects to a short-lived download of the uploaded file.',
    params: z.strictObject({ id: ContentId }),
    responses: { 302: null },
    errors: ['content_not_found', 'media_not_available'],
  }),
};
