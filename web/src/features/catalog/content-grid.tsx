import { Music2 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ContentCard, ContentCardSkeleton, type ListedContent } from './content-card.tsx';
import styles from './content-grid.module.css';
import { catalogTexts } from './texts.ts';
import type { Catalog } from './use-catalog.ts';

/** Cards that stand in while the first page loads (specification, section 2). */
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];
/** How far below the screen the next page is already asked for. */
const NEAR = '600px 0px';

/** A list of contents, page by page: the catalogue, or another one that looks the same. */
export interface Listing extends Omit<Catalog, 'items' | 'found'> {
  readonly items: readonly ListedContent[] | undefined;
}

export interface ContentGridProps {
  readonly catalog: Listing;
  /** Id of what is in the player. */
  readonly currentId: string | null;
  readonly onPlay: (content: ListedContent) => void;
  /** What a card offers besides playing. */
  readonly actionsOf?: (content: ListedContent) => ReactNode;
  /** What is said where there is nothing. */
  readonly empty?: string;
}

/** Asks for the next page when its button comes near, or is pressed. */
const LoadMore = ({ catalog }: { readonly catalog: Listing }) => {
  const { loadMore, loadingMore, moreError } = catalog;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After a failure the person decides; otherwise it would be asked for over and over.
    if (moreError || loadingMore || !place.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) loadMore();
    }, { rootMargin: NEAR });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [loadMore, loadingMore, moreError]);
  return (
    <div ref={place} className={styles['more']}>
      {moreError && <p role="alert">{catalogTexts.moreFailed}</p>}
      <Button variant="secondary" busy={loadingMore} onClick={loadMore}>
        {loadingMore ? catalogTexts.loadingMore : catalogTexts.loadMore}
      </Button>
    </div>
  );
};

/** The grid in each of its states: loading, failed, empty, filled. */
export const ContentGrid = ({ catalog, currentId, onPlay, actionsOf, empty = catalogTexts.empty }: ContentGridProps) => {
  const { items, error, hasMore, retry } = catalog;
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  // The server filters after reading a page, so a page may be empty while more follow.
  if (items?.length === 0 && !hasMore) return <EmptyState message={empty} icon={<Music2 aria-hidden size={32} />} />;
  const loading = items === undefined || items.length === 0;
  return (
    <>
      <ul className={styles['grid']} aria-busy={loading} aria-label={loading ? catalogTexts.loading : catalogTexts.tabs}>
        {loading
          ? SKELETONS.map((key) => (
              <li key={key}>
                <ContentCardSkeleton />
              </li>
            ))
          : items.map((content) => (
              <li key={content.id} className={styles['item']}>
                <ContentCard content={content} current={content.id === currentId} onPlay={onPlay} actions={actionsOf?.(content)} />
              </li>
            ))}
      </ul>
      {hasMore && <LoadMore catalog={catalog} />}
    </>
  );
};
