import type { Bookmark } from '../../../../lambdas/contract/listening/bookmarks.ts';
import { BookmarkRow, type BookmarkRowProps } from './bookmark-row.tsx';
import styles from './bookmark-row.module.css';

export interface BookmarkListProps {
  readonly bookmarks: readonly Bookmark[];
  /** Id of the item in the player; null while the player is empty. */
  readonly currentId: string | null;
  readonly saving: boolean;
  readonly onPlay: (content: NonNullable<Bookmark['content']>) => void;
  readonly onSave: (contentId: string, note: string) => void;
  readonly onRemove: (contentId: string) => void;
}

/** The user's bookmarks. */
export const BookmarkList = ({ bookmarks, currentId, saving, onPlay, onSave, onRemove }: BookmarkListProps) => (
  <ul className={styles['list']}>
    {bookmarks.map((bookmark) => {
      const { content_id: id, content } = bookmark;
      const actions: Pick<BookmarkRowProps, 'onPlay' | 'onSave' | 'onRemove'> = {
        onPlay: () => content && onPlay(content),
        onSave: (note) => onSave(id, note),
        onRemove: () => onRemove(id),
      };
      return <BookmarkRow key={id} bookmark={bookmark} current={id === currentId} saving={saving} {...actions} />;
    })}
  </ul>
);
