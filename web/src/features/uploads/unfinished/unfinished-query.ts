import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { listUnfinished } from '../jobs/resume-upload.ts';

/** Query key of the unfinished uploads. */
export const UNFINISHED_KEY = ['uploads.s3-upload-url', 'list'] as const;

/** The user's unfinished uploads, from any device. */
export const unfinishedQuery = (api: ApiClient) =>
  queryOptions({ queryKey: UNFINISHED_KEY, queryFn: () => listUnfinished(api) });
