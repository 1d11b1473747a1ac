import { Music2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ContentCard as Content } from '../../../../lambdas/contract/content-shapes.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ContentCard, ContentCardSkeleton } from './content-card.tsx';
import styles from './content-grid.module.css';
import { catalogTexts } from './texts.ts';
import type { Catalog } from './use-catalog.ts';

/** Cards that stand in while the first page loads (specification, section 2). */
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];
/** How far below the screen the next page is already asked for. */
const NEAR = '600px 0px';

export interface ContentGridProps {
  readonly catalog: Catalog;
  /** Id of what is in the player. */
  readonly currentId: string | null;
  readonly onPlay: (content: Content) => void;
}

/** Asks for the next page when its button comes near, or is pressed. */
const LoadMore = ({ catalog }: { readonly catalog: Catalog }) => {
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
export const ContentGrid = ({ catalog, currentId, onPlay }: ContentGridProps) => {
  const { items, error, hasMore, retry } = catalog;
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  // The server filters after reading a page, so a page may be empty while more follow.
  if (items?.length === 0 && !hasMore) return <EmptyState message={catalogTexts.empty} icon={<Music2 aria-hidden size={32} />} />;
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
                <ContentCard content={content} current={content.id === currentId} onPlay={onPlay} />
              </li>
            ))}
      </ul>
      {hasMore && <LoadMore catalog={catalog} />}
    </>
  );
};
