import { X } from 'lucide-react';
import { useState } from 'react';
import type { Bookmark } from '../../../../lambdas/contract/listening/bookmarks.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { PlayRow } from '../../ui/layout/lists/play-row.tsx';
import styles from './bookmark-row.module.css';
import { bookmarkTexts } from './texts.ts';

export interface BookmarkRowProps {
  readonly bookmark: Bookmark;
  /** The title is in the player now. */
  readonly current: boolean;
  readonly saving: boolean;
  readonly onPlay: () => void;
  readonly onSave: (note: string) => void;
  readonly onRemove: () => void;
}

/** One bookmark: its title, and its note in a form. */
export const BookmarkRow = ({ bookmark, current, saving, onPlay, onSave, onRemove }: BookmarkRowProps) => {
  const [note, setNote] = useState(bookmark.note);
  const changed = note.trim() !== bookmark.note;
  useUnsavedChanges(changed);
  const { content } = bookmark;
  const title = content?.title ?? bookmarkTexts.unavailable;
  return (
    <li className={styles['row']}>
      {content ? (
        <PlayRow
          title={title}
          src={content.thumbnail_url}
          action={bookmarkTexts.play}
          by={content.metadata.artist || content.creators.name}
          iconSize={18}
          current={current}
          onPlay={onPlay}
        />
      ) : (
        <p className={styles['unavailable']}>{title}</p>
      )}
      <form
        className={styles['note']}
        onSubmit={(event) => {
          event.preventDefault();
          if (changed) onSave(note.trim());
        }}
      >
        <TextField
          label={bookmarkTexts.note(title)}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" variant="secondary" busy={saving} aria-label={bookmarkTexts.save(title)}>
          {bookmarkTexts.saveShort}
        </Button>
      </form>
      <IconButton label={bookmarkTexts.remove(title)} onClick={onRemove}>
        <X aria-hidden size={18} />
      </IconButton>
    </li>
  );
};
