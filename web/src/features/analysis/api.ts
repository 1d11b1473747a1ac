import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { MAX_ESTIMATED_SECONDS } from '../../../../lambdas/contract/content/analysis-limits.ts';
import type { ContentType } from '../../../../lambdas/contract/content/content-shapes.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { readDuration } from '../../lib/media-duration.ts';

/** What the analysis found in a title. */
export const analysisQuery = (api: ApiClient, contentId: string) =>
  queryOptions({
    queryKey: ['analysis.get-analysis', contentId],
    queryFn: ({ signal }) => api.call('analysis.get-analysis', { params: { id: contentId } }, { signal }),
  });

/** What is said in a title, without removed segments. The player reads it under the same key. */
export const transcriptQuery = (api: ApiClient, contentId: string) =>
  queryOptions({
    queryKey: ['transcripts.get-transcript', contentId],
    queryFn: ({ signal }) => api.call('transcripts.get-transcript', { params: { id: contentId } }, { signal }),
  });

/** The frame of a piece of evidence, as the address of a picture. */
export const frameQuery = (api: ApiClient, contentId: string, evidenceId: string) =>
  queryOptions({
    queryKey: ['safety.get-frame', contentId, evidenceId],
    queryFn: async ({ signal }) => {
      const { jpeg } = await api.call('safety.get-frame', { params: { id: contentId, evidenceId } }, { signal });
      return `data:image/jpeg;base64,${jpeg}`;
    },
    retry: false,
  });

/** Seconds that a chosen file lasts; null when the browser cannot read it. Without a file, nothing is read. */
export const durationQuery = (file: File | undefined) =>
  queryOptions({
    queryKey: ['file-duration', file?.name, file?.size, file?.lastModified],
    queryFn: ({ signal }) => (file ? readDuration(file, signal) : null),
    retry: false,
  });

const MINUTE = 60;

/** What the analysis of a file is expected to cost. Of an unknown length, what a minute of it costs. */
export const estimateQuery = (api: ApiClient, type: ContentType, seconds: number | null) => {
  const known = seconds === null ? MINUTE : Math.max(1, Math.ceil(seconds));
  const query = { content_type: type, seconds: Math.min(known, MAX_ESTIMATED_SECONDS) };
  return queryOptions({
    queryKey: ['analysis.get-estimate', query],
    queryFn: ({ signal }) => api.call('analysis.get-estimate', { query }, { signal }),
    retry: false,
  });
};

const PAGE = 50;

/** What the analysis has cost in a month, such as `2026-11`; without it, in the current one. */
export const budgetQuery = (api: ApiClient, month: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['analysis.get-budget', month],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        'analysis.get-budget',
        {
          query: {
            limit: PAGE,
            ...(month === undefined ? {} : { month }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: cursor }) => cursor,
  });
