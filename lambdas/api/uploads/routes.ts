import type { Route } from '../../http/route.ts';
import { getSource } from './get-source.ts';
import { s3DownloadUrl } from './s3-download-url.ts';
import { s3UploadUrl } from './s3-upload-url.ts';
import type { UploadsDeps } from './deps.ts';

/** The feature's endpoints. */
export const uploadsRoutes = (deps: UploadsDeps): readonly Route[] => [
  s3UploadUrl(deps),
  s3DownloadUrl(deps),
  getSource(deps),
];
