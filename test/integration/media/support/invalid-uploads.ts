import type { ErrorCode } from '../../../../lambdas/contract/errors.ts';
import { ANY_SHA256 } from '../../../support/network/upload-parts.ts';

/** Upload requests that must fail, with their status, code and detail. */
export const INVALID_UPLOADS: readonly (readonly [
  name: string,
  body: object,
  status: number,
  code: ErrorCode,
  detail: RegExp | undefined,
])[] = [
  [
    'an unsupported extension',
    { fileName: 'tool.exe', fileType: '', fileSize: 5 },
    415,
    'unsupported_format',
    /^Unsupported file format\. Supported formats: /,
  ],
  [
    'over 50 GB',
    { action: 'create', fileName: 'a.mp4', fileType: '', fileSize: 53_687_091_201 },
    413,
    'file_too_large',
    /^File size exceeds 50GB limit\. Current size: 50\.00 GB/,
  ],
  ['an empty file', { fileName: 'a.mp4', fileType: '', fileSize: 0 }, 400, 'validation_failed', /empty/],
  [
    'a large file in one PUT',
    { fileName: 'a.mp4', fileType: '', fileSize: 200_000_000 },
    400,
    'validation_failed',
    /parts/,
  ],
  ['a negative size', { fileName: 'a.mp4', fileType: '', fileSize: -1 }, 400, 'validation_failed', /./],
  [
    'an unknown key',
    { action: 'complete', s3Key: 'uploads/cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV/x' },
    404,
    'upload_not_found',
    undefined,
  ],
  [
    'a key of the media folder',
    {
      action: 'sign',
      s3Key: 'media/cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV/x',
      parts: [{ partNumber: 1, sha256: ANY_SHA256 }],
    },
    400,
    'validation_failed',
    undefined,
  ],
  ['a hostile key', { action: 'abort', s3Key: 'uploads/../../etc/passwd' }, 400, 'validation_failed', undefined],
  [
    'an extra field',
    { fileName: 'a.mp4', fileType: '', fileSize: 5, creator_id: 'crt_x' },
    400,
    'validation_failed',
    undefined,
  ],
];
