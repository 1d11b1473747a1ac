import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { listUnfinished } from './resume-upload.ts';

/** Under which the unfinished uploads are kept. */
export const UNFINISHED_KEY = ['uploads.s3-upload-url', 'list'] as const;

/** Uploads that the person began anywhere and has not finished. */
export const unfinishedQuery = (api: ApiClient) =>
  queryOptions({ queryKey: UNFINISHED_KEY, queryFn: () => listUnfinished(api) });
