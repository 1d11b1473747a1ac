import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ContentId, line } from './shared.ts';
import { MAX_PARTS, MAX_SIGNED_PARTS } from './upload-limits.ts';

const file = {
  fileName: line(255, 1),
  fileType: z._default(line(120), ''),
  /** Bytes. Zero and over 50 GB are refused with the specification's texts. */
  fileSize: z.number().check(z.int(), z.minimum(0)),
};
const s3Key = z.string().check(z.regex(/^uploads\/cnt_[0-9A-Z]{26}\/[A-Za-z0-9_-]{1,64}$/, 'Not an upload key'));
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

export const MultipartCreateInput = z.strictObject({ action: z.literal('create'), ...file });
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
  partNumbers: z.array(partNumber).check(z.minLength(1), z.maxLength(MAX_SIGNED_PARTS)),
});
export const MultipartSigned = z.object({
  parts: z.array(z.object({ partNumber: z.number(), url: z.string() })),
  /** Seconds that the URLs hold. */
  expires_in: z.number(),
});

/** Ends an upload of either kind: the server compares the stored size with the announced one. */
export const UploadCompleteInput = z.strictObject({
  action: z.literal('complete'),
  s3Key,
  /** Absent for a single PUT. */
  parts: z.optional(z.array(z.strictObject({ partNumber, etag: line(100, 1) })).check(z.maxLength(MAX_PARTS))),
});
export const UploadCompleted = z.object({ contentId: ContentId, s3Key: z.string(), fileSize: z.number() });

/** Gives an upload of either kind up: parts or object removed, quota released. Asked again it answers the same. */
export const UploadAbortInput = z.strictObject({ action: z.literal('abort'), s3Key });
export const UploadAborted = z.object({ aborted: z.literal(true) });

export const uploadsEndpoints = {
  'uploads.s3-upload-url': endpoint({
    method: 'POST',
    path: '/api/functions/s3-upload-url',
    auth: 'admin',
    summary: 'Starts, signs, completes or gives up the upload of one file.',
    body: z.union([MultipartCreateInput, MultipartSignInput, UploadCompleteInput, UploadAbortInput, SinglePutInput]),
    responses: { 200: z.union([MultipartCreated, SinglePut, MultipartSigned, UploadCompleted, UploadAborted]) },
    errors: ['file_too_large', 'unsupported_format', 'quota_exceeded', 'upload_not_found', 'upload_incomplete', 'invalid_state'],
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
