import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import type { AnalyzedTitle } from '../../../../lambdas/contract/content/analyzed-titles.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { titlesTexts as texts } from './titles-texts.ts';

/** What the list of analyzed titles shows. */
export type TitlesFilter = {
  readonly [Name in 'verdict' | 'topic' | 'sentiment' | 'language']?: string | undefined;
};

interface TitlesPage {
  readonly items: readonly AnalyzedTitle[];
  readonly next_cursor: string | null;
}

/** Milliseconds between two looks at titles whose steps run. */
const POLL_MS = 3000;
/** First part of the key of every list. */
export const TITLES_KEY = 'analysis.list-titles';

const isRunning = ({ steps }: AnalyzedTitle): boolean =>
  steps.some(({ state }) => state === 'running' || state === 'interrupted');

/** Titles with the state of their analysis, the one that changed last first. Reads again while steps run. */
export const titlesQuery = (api: ApiClient, filter: TitlesFilter) =>
  infiniteQueryOptions({
    queryKey: [TITLES_KEY, filter],
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: TitlesPage) => next_cursor,
    queryFn: ({ pageParam, signal }): Promise<TitlesPage> =>
      api.call(
        'analysis.list-titles',
        { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } as never },
        { signal },
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isRunning)) === true ? POLL_MS : false,
  });

/** What was found in the titles whose analysis changed last. */
export const overviewQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['analysis.get-overview'],
    // It is opened rarely, and then must be up to date.
    staleTime: 0,
    queryFn: ({ signal }) => api.call('analysis.get-overview', {}, { signal }),
  });

/** The title once these steps run. */
const running = (title: AnalyzedTitle, started: readonly string[]): AnalyzedTitle => ({
  ...title,
  next_run: null,
  steps: title.steps.map((step) => (started.includes(step.step) ? { ...step, state: 'running', reason: null } : step)),
});

/** Runs the analysis of a title again. Its row shows the started steps at once; the list follows a moment later. */
export const useRunAnalysis = ({ content_id: id, title }: Pick<AnalyzedTitle, 'content_id' | 'title'>) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  return useMutation({
    mutationFn: () => api.call('analysis.run-analysis', { params: { id } }),
    onSuccess: ({ steps }) => {
      const mark = (page: TitlesPage): TitlesPage => ({
        ...page,
        items: page.items.map((one) => (one.content_id === id ? running(one, steps) : one)),
      });
      queries.setQueriesData<InfiniteData<TitlesPage>>(
        { queryKey: [TITLES_KEY] },
        (data) => data && { ...data, pages: data.pages.map(mark) },
      );
      show({ title: texts.started, description: texts.startedText(title) });
    },
    onError: (error) => {
      const reason = error instanceof ApiError ? ` ${error.message}` : '';
      show({ title: texts.notStarted, description: `${texts.notStartedText}${reason}`, variant: 'destructive' });
    },
  });
};
