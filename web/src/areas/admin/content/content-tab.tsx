import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { liveTopics } from '../../../../../lambdas/contract/live/live-topics.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { invalidateContent } from '../../../core/api/invalidate-content.ts';
import { useLiveTopic } from '../../../core/live/live-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { BulkBar, type BulkActionKind } from '../../../features/bulk/bulk-bar.tsx';
import { bulkTexts } from '../../../features/bulk/texts.ts';
import { allContentQuery } from '../../../features/content/api.ts';
import { ContentList, ContentSkeleton } from '../../../features/content/content-list.tsx';
import type { ContentFilter } from '../../../features/content/list-state.ts';
import { contentTexts } from '../../../features/content/texts.ts';
import { CONVERSION_POLL_MS, isConverting } from '../../../features/conversion/rules.ts';
import { useConversionNews } from '../../../features/conversion/use-conversion-news.ts';
import { Announcer } from '../../../ui/feedback/announcer.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ContentItem } from './content-item.tsx';
import styles from './content-tab.module.css';
import { MAX_SELECTED, useSelectMatching } from './use-select-matching.ts';

const NONE: readonly ContentView[] = [];

export interface ContentTabProps {
  readonly filter: ContentFilter;
  readonly emptyText: string;
  /** Takes search and filters away; undefined while there are none. */
  readonly onReset: (() => void) | undefined;
  readonly mayEdit: boolean;
  /** Ids of what is chosen for something that is done to many. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onAct: (kind: BulkActionKind) => void;
  readonly onPlay: (content: ContentView) => void;
  readonly onEdit: (content: ContentView) => void;
  readonly onDelete: (content: ContentView) => void;
}

/**
 * One part of the content, page by page; read again when the server tells of changes, and every two seconds while
 * something in it converts and the server does not.
 */
export const ContentTab = ({
  filter,
  emptyText,
  onReset,
  mayEdit,
  selected,
  onSelect,
  onAct,
  onPlay,
  onEdit,
  onDelete,
}: ContentTabProps) => {
  const { show } = useToast();
  const queries = useQueryClient();
  const live = useLiveTopic(liveTopics.content, () => void invalidateContent(queries));
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery({
      ...allContentQuery(useApi(), filter),
      refetchInterval: ({ state }) =>
        !live && state.data?.pages.some(({ items }) => items.some(isConverting)) ? CONVERSION_POLL_MS : false,
    });
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? NONE, [data]);
  const news = useConversionNews(items);
  const failed = error !== null && !data;
  /**
   * Pages that were asked for. News of a change reads the list anew and drops a page that is on its way: it is asked
   * for again then.
   */
  const [wanted, setWanted] = useState(1);
  const missing =
    data !== undefined && hasNextPage && data.pages.length < wanted && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (missing) void fetchNextPage();
  }, [missing, fetchNextPage]);
  const { matching, selectMatching } = useSelectMatching(filter, onSelect);

  useEffect(() => {
    if (failed)
      show({ title: contentTexts.toasts.error, description: contentTexts.toasts.loadFailed, variant: 'destructive' });
  }, [failed, show]);

  const choose = (id: string, isWanted: boolean) => {
    if (isWanted && selected.size >= MAX_SELECTED)
      show({ title: bulkTexts.selected(selected.size), description: bulkTexts.most(MAX_SELECTED) });
    else onSelect(new Set(isWanted ? [...selected, id] : [...selected].filter((other) => other !== id)));
  };

  if (failed && !isFetching) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <ContentSkeleton />;
  if (items.length === 0 && !hasNextPage) {
    return (
      <EmptyState message={emptyText} icon={<Clapperboard aria-hidden size={36} />}>
        {onReset && (
          <Button variant="secondary" onClick={onReset}>
            {contentTexts.toolbar.reset}
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <div className={styles['tab']}>
      <ContentList>
        {items.map((content) => (
          <ContentItem
            key={content.id}
            content={content}
            mayEdit={mayEdit}
            inReview={filter.status === 'pending'}
            selected={selected.has(content.id)}
            onSelect={(wanted) => choose(content.id, wanted)}
            onPlay={() => onPlay(content)}
            onEdit={() => onEdit(content)}
            onDelete={() => onDelete(content)}
          />
        ))}
      </ContentList>
      {isFetchNextPageError && (
        <Notice tone="danger" alert>
          <p>{contentTexts.loadMoreFailed}</p>
        </Notice>
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          busy={isFetchingNextPage}
          onClick={() => (isFetchNextPageError ? void fetchNextPage() : setWanted(data.pages.length + 1))}
        >
          {contentTexts.loadMore}
        </Button>
      )}
      {mayEdit && selected.size > 0 && (
        <BulkBar
          count={selected.size}
          matching={matching}
          onSelectShown={() =>
            onSelect(
              new Set(
                items
                  .filter(({ removal }) => !removal)
                  .map(({ id }) => id)
                  .slice(0, MAX_SELECTED),
              ),
            )
          }
          onSelectMatching={selectMatching}
          onClear={() => onSelect(new Set())}
          onAct={onAct}
        />
      )}
      <Announcer message={news} />
    </div>
  );
};
