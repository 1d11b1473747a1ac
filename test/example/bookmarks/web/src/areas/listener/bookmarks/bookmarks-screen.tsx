import { BookmarkPlus } from 'lucide-react';
import { useRef } from 'react';
import { BookmarkList } from '../../../features/bookmarks/bookmark-list.tsx';
import { bookmarkTexts } from '../../../features/bookmarks/texts.ts';
import { useBookmarkChanges, useBookmarks } from '../../../features/bookmarks/use-bookmarks.ts';
import { usePlayerState } from '../../../features/player/core/use-player.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { LoadMore } from '../../../ui/layout/lists/load-more.tsx';
import { PageTitle } from '../../../ui/layout/page/page-title.tsx';
import styles from '../history/history-screen.module.css';
import { usePlayer } from '../player/use-listener-player.ts';

/** The user's bookmarks: what plays now can be added, and each can be played, annotated and removed. */
export const BookmarksScreen = () => {
  const player = usePlayer();
  const { item } = usePlayerState(player);
  const { items, error, moreFailed, hasMore, loadingMore, loadMore, retry } = useBookmarks();
  const { add, setNote, remove } = useBookmarkChanges();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = () => {
    if (error) return <ErrorState message={error.message} onRetry={retry} />;
    if (items === undefined) return <LoadingState label={bookmarkTexts.loading} />;
    if (items.length === 0) return <EmptyState message={bookmarkTexts.empty} />;
    return (
      <BookmarkList
        bookmarks={items}
        currentId={item?.id ?? null}
        saving={setNote.isPending}
        onPlay={(content) => player.play(content, { list: [content], tracked: true })}
        onSave={(contentId, note) => setNote.mutate({ contentId, note })}
        // The element that had the focus is removed.
        onRemove={(contentId) => remove.mutate(contentId, { onSuccess: () => heading.current?.focus() })}
      />
    );
  };
  return (
    <div className={styles['screen']}>
      <PageTitle title={bookmarkTexts.pageTitle} />
      <div className={styles['head']}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {bookmarkTexts.pageTitle}
          </h1>
          <p className={styles['lead']}>{bookmarkTexts.lead}</p>
        </div>
        {item && !items?.some(({ content_id: id }) => id === item.id) && (
          <Button variant="secondary" busy={add.isPending} onClick={() => add.mutate(item.id)}>
            <BookmarkPlus aria-hidden size={18} />
            {bookmarkTexts.add(item.title)}
          </Button>
        )}
      </div>
      {list()}
      {hasMore && (
        <LoadMore
          label={bookmarkTexts.loadMore}
          busyLabel={bookmarkTexts.loadingMore}
          busy={loadingMore}
          failure={moreFailed ? bookmarkTexts.moreFailed : null}
          onMore={loadMore}
        />
      )}
    </div>
  );
};
