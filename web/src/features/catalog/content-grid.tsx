import { Music2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadMore } from '../../ui/layout/lists/load-more.tsx';
import type { ProgressLineProps } from '../../ui/feedback/progress-line.tsx';
import { ContentCard, ContentCardSkeleton, type ListedContent } from './content-card.tsx';
import styles from './content-grid.module.css';
import { catalogTexts } from './texts.ts';
import type { Catalog } from './use-catalog.ts';

/** Placeholder cards while the first page loads (specification, section 2). */
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A list of content, page by page: the catalog or another list that looks the same. */
export interface Listing extends Omit<Catalog, 'items' | 'found'> {
  readonly items: readonly ListedContent[] | undefined;
}

export interface ContentGridProps {
  readonly catalog: Listing;
  /** ID of the item in the player. */
  readonly currentId: string | null;
  readonly onPlay: (content: ListedContent) => void;
  /** Playback positions by content ID. */
  readonly progress?: ReadonlyMap<string, ProgressLineProps> | undefined;
  /** More buttons of a card. */
  readonly actionsOf?: (content: ListedContent) => ReactNode;
  /** Text of the empty list. */
  readonly empty?: string;
  /** Whether the next page loads when it scrolls near. @default true */
  readonly loadsOnScroll?: boolean;
}

/** The grid in each of its states: loading, failed, empty, and filled. */
export const ContentGrid = ({
  catalog,
  currentId,
  onPlay,
  progress,
  actionsOf,
  empty = catalogTexts.empty,
  loadsOnScroll = true,
}: ContentGridProps) => {
  const { items, error, hasMore, loadMore, loadingMore, moreError, retry } = catalog;
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  // The server filters after reading a page, so a page may be empty while more follow.
  if (items?.length === 0 && !hasMore) return <EmptyState message={empty} icon={<Music2 aria-hidden size={32} />} />;
  const loading = items === undefined || items.length === 0;
  return (
    <>
      <ul
        className={styles['grid']}
        aria-busy={loading}
        aria-label={loading ? catalogTexts.loading : catalogTexts.tabs}
      >
        {loading
          ? SKELETONS.map((key) => (
              <li key={key}>
                <ContentCardSkeleton />
              </li>
            ))
          : items.map((content) => (
              <li key={content.id} className={styles['item']}>
                <ContentCard
                  content={content}
                  progress={progress?.get(content.id)}
                  current={content.id === currentId}
                  onPlay={onPlay}
                  actions={actionsOf?.(content)}
                />
              </li>
            ))}
      </ul>
      {hasMore && (
        <LoadMore
          label={catalogTexts.loadMore}
          busyLabel={catalogTexts.loadingMore}
          busy={loadingMore}
          failure={moreError ? catalogTexts.moreFailed : null}
          onMore={loadMore}
          onScroll={loadsOnScroll}
        />
      )}
    </>
  );
};
