import { X } from 'lucide-react';
import type { HistoryEntry } from '../../../../lambdas/contract/listening/history.ts';
import { formatDuration } from '../../lib/format.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { PlayRow } from '../../ui/layout/lists/play-row.tsx';
import type { Progress } from './api.ts';
import styles from './history-list.module.css';
import { artistOf, timeOfDay, type HistoryDay } from './rules.ts';
import { historyTexts } from './texts.ts';

export interface HistoryListProps {
  readonly days: readonly HistoryDay[];
  readonly positions: ReadonlyMap<string, Progress> | undefined;
  /** Id of the item in the player; null while the player is empty. */
  readonly currentId: string | null;
  readonly onPlay: (entry: HistoryEntry) => void;
  readonly onRemove: (entry: HistoryEntry) => void;
}

const Row = ({
  entry,
  progress,
  current,
  onPlay,
  onRemove,
}: { readonly entry: HistoryEntry; readonly progress: Progress | undefined; readonly current: boolean } & Pick<
  HistoryListProps,
  'onPlay' | 'onRemove'
>) => {
  const { title, thumbnail_url: thumbnail, metadata } = entry.content;
  return (
    <li className={styles['row']}>
      <PlayRow
        title={title}
        src={thumbnail}
        action={historyTexts.play}
        by={`${metadata.contentType === 'music' ? historyTexts.music : historyTexts.video} · ${artistOf(entry)}`}
        iconSize={18}
        progress={progress}
        current={current}
        onPlay={() => onPlay(entry)}
      >
        {progress && (
          <span className={styles['left']}>
            {historyTexts.left(formatDuration(Math.max(0, progress.duration - progress.seconds)))}
          </span>
        )}
      </PlayRow>
      <time className={styles['time']} dateTime={entry.watched_at}>
        {timeOfDay(entry.watched_at)}
      </time>
      <IconButton label={historyTexts.remove(title)} onClick={() => onRemove(entry)}>
        <X aria-hidden size={18} />
      </IconButton>
    </li>
  );
};

/** The watched items, grouped by day. */
export const HistoryList = ({ days, positions, currentId, onPlay, onRemove }: HistoryListProps) => (
  <>
    {days.map(({ key, label, entries }) => (
      <section key={key} aria-labelledby={`day-${key}`}>
        <h2 id={`day-${key}`} className={styles['day']}>
          {label}
        </h2>
        <ul className={styles['list']}>
          {entries.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              progress={positions?.get(entry.content_id)}
              current={entry.content_id === currentId}
              onPlay={onPlay}
              onRemove={onRemove}
            />
          ))}
        </ul>
      </section>
    ))}
  </>
);
