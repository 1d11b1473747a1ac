import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnalyzedTitle } from '../../../../lambdas/contract/content/analyzed-titles.ts';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { useLiveTopic } from '../../core/live/live-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import styles from './titles.module.css';
import { TITLES_KEY, titlesQuery, type TitlesFilter } from './titles-api.ts';
import { titlesTexts as texts } from './titles-texts.ts';

export interface TitleListProps {
  readonly filter: TitlesFilter;
  readonly onReset: () => void;
  readonly children: (title: AnalyzedTitle) => ReactNode;
}

/** The analyzed titles that match a filter. It follows changes of the catalog. */
export const TitleList = ({ filter, onReset, children }: TitleListProps) => {
  const queries = useQueryClient();
  const list = useInfiniteQuery(titlesQuery(useApi(), filter));
  useLiveTopic(liveTopics.content, () => void refreshQueries(queries, [TITLES_KEY]));
  const { data, error, refetch, hasNextPage } = list;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (error !== null && !data) return <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.loading} />;
  const titles = data.pages.flatMap(({ items }) => items);
  if (titles.length === 0 && !hasNextPage)
    return (
      <EmptyState message={isFiltered ? texts.noMatches : texts.none} icon={<ScanSearch aria-hidden size={36} />}>
        {isFiltered && (
          <Button variant="secondary" onClick={onReset}>
            {texts.reset}
          </Button>
        )}
      </EmptyState>
    );
  return (
    <>
      <ul className={styles['list']} aria-label={texts.list}>
        {titles.map(children)}
      </ul>
      <NextPage list={list} label={texts.loadMore} failed={texts.loadMoreFailed} />
    </>
  );
};
