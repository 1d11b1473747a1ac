import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** The transcript of a content item with everything that editors see. */
export const editorQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: ['transcripts.get-editor', id],
    queryFn: ({ signal }) => api.call('transcripts.get-editor', { params: { id } }, { signal }),
  });

/** The versions of a segment, newest first. */
export const versionsQuery = (api: ApiClient, id: string, segmentId: string) =>
  queryOptions({
    queryKey: ['transcripts.list-versions', id, segmentId],
    queryFn: ({ signal }) => api.call('transcripts.list-versions', { params: { id, segmentId } }, { signal }),
  });
