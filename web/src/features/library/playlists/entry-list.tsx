import { ChevronDown, ChevronUp, GripVertical, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PlaylistEntry } from '../../../../../lambdas/contract/listening/library.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatDuration } from '../../../lib/format.ts';
import { PageAnnouncer } from '../../../ui/feedback/announcer.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { PlayRow } from '../../../ui/layout/lists/play-row.tsx';
import styles from './entry-list.module.css';
import { LikeButton } from '../like-button.tsx';
import type { Target } from '../rules.ts';
import { playlistTexts } from './playlist-texts.ts';
import { useSorting } from '../use-sorting.ts';

export interface EntryListProps {
  readonly entries: readonly PlaylistEntry[];
  /** Id of the item in the player; null while the player is empty. */
  readonly currentId: string | null;
  /** Whether the user owns the playlist and can change it. */
  readonly own: boolean;
  readonly onPlay: (entry: PlaylistEntry) => void;
  /** Returns the new index; undefined if the entry stays where it is. */
  readonly onMove: (contentId: string, target: Target) => number | undefined;
  readonly onRemoveEntry: (contentId: string) => void;
}

/** Offset of a row, in rows, while another row is dragged past it. */
const shiftOf = (index: number, drag: { readonly from: number; readonly to: number } | null): number => {
  if (!drag) return 0;
  if (index === drag.from) return drag.to - drag.from;
  if (index > drag.from && index <= drag.to) return -1;
  return index < drag.from && index >= drag.to ? 1 : 0;
};

/** The entries of a playlist. Its owner reorders them by dragging, with the arrow keys or with buttons. */
export const EntryList = ({ entries, currentId, own, onPlay, onMove, onRemoveEntry }: EntryListProps) => {
  const list = useRef<HTMLOListElement>(null);
  const [message, setMessage] = useState('');
  const { drag, handleOf, move } = useSorting(list, entries.length, (index, target) => {
    const entry = entries[index];
    const movedTo = entry && onMove(entry.content_id, target);
    if (entry && movedTo !== undefined)
      setMessage(playlistTexts.moved(entry.content.title, movedTo + 1, entries.length));
  });
  return (
    <>
      {own && (
        <p id="move-help" className={styles['help']}>
          {playlistTexts.moveHelp}
        </p>
      )}
      <ol
        ref={list}
        className={classNames(styles['list'], drag !== null && styles['sorting'])}
        aria-label={playlistTexts.entries}
      >
        {entries.map((entry, index) => {
          const { id, title, duration, thumbnail_url: thumbnail, metadata, creators } = entry.content;
          const shift = shiftOf(index, drag);
          return (
            <li
              key={id}
              className={classNames(styles['row'], own && styles['own'], drag?.from === index && styles['dragged'])}
              style={shift === 0 ? undefined : { transform: `translateY(${shift * 100}%)` }}
            >
              {own && (
                <button
                  type="button"
                  className={styles['handle']}
                  aria-label={playlistTexts.move(title)}
                  aria-describedby="move-help"
                  {...handleOf(index)}
                >
                  <GripVertical aria-hidden size={18} />
                </button>
              )}
              <PlayRow
                title={title}
                src={thumbnail}
                shape="square"
                action={playlistTexts.play}
                by={metadata.artist || creators.name || playlistTexts.unknownArtist}
                iconSize={16}
                current={id === currentId}
                onPlay={() => onPlay(entry)}
              />
              <span className={styles['duration']}>{formatDuration(duration)}</span>
              <span className={styles['heart']}>
                <LikeButton contentId={id} title={title} size={18} />
              </span>
              {own && (
                <span className={styles['actions']}>
                  <IconButton
                    label={playlistTexts.moveUp(title)}
                    disabled={index === 0}
                    onClick={() => move(index, { by: -1 })}
                  >
                    <ChevronUp aria-hidden size={18} />
                  </IconButton>
                  <IconButton
                    label={playlistTexts.moveDown(title)}
                    disabled={index === entries.length - 1}
                    onClick={() => move(index, { by: 1 })}
                  >
                    <ChevronDown aria-hidden size={18} />
                  </IconButton>
                  <IconButton label={playlistTexts.removeEntry(title)} onClick={() => onRemoveEntry(id)}>
                    <X aria-hidden size={18} />
                  </IconButton>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <PageAnnouncer message={message} />
    </>
  );
};
