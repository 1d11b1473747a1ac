import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { HistoryEntry } from '../../../../lambdas/contract/listening/history.ts';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useLiveRefresh } from '../../core/live/live-context.tsx';
import { paths } from '../../core/paths.ts';
import { Artwork } from '../../ui/identity/artwork.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { refetchHistory, recentlyPlayedQuery, type Progress } from './api.ts';
import styles from './recently-played.module.css';
import { artistOf } from './rules.ts';
import { historyTexts } from './texts.ts';
import { usePositions } from './use-positions.ts';

const SKELETONS = ['a', 'b', 'c'];

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly progress: Progress | undefined;
  readonly onOpen: (contentId: string) => void;
}

const Entry = ({ entry, progress, onOpen }: EntryProps) => {
  const { title, thumbnail_url: thumbnail, metadata } = entry.content;
  return (
    <li>
      <button
        type="button"
        className={styles['entry']}
        title={historyTexts.contentId(entry.content_id)}
        onClick={() => onOpen(entry.content_id)}
      >
        <span className={styles['thumb']}>
          <Artwork title={title} src={thumbnail} shape="square" />
          {progress && <ProgressLine {...progress} />}
        </span>
        <span className={styles['names']}>
          <span className={styles['title']}>{title}</span>
          <span className={styles['artist']}>
            {metadata.contentType === 'music' ? historyTexts.music : historyTexts.video} · {artistOf(entry)}
          </span>
        </span>
      </button>
    </li>
  );
};

/** The items that the user played last, on any device. */
export const RecentlyPlayed = ({ onOpen }: { readonly onOpen: (contentId: string) => void }) => {
  const queries = useQueryClient();
  const api = useApi();
  const { data, error, refetch } = useQuery(recentlyPlayedQuery(api));
  const { me } = useAuth();
  const positions = usePositions();
  useLiveRefresh(me ? liveTopics.history(me.id) : null, () => void refetchHistory(queries));
  const failed = error !== null && data === undefined;
  return (
    <section className={styles['section']} aria-labelledby="recently-played">
      <div className={styles['head']}>
        <h2 id="recently-played">{historyTexts.title}</h2>
        <Link to={paths.history} aria-label={historyTexts.openHistory}>
          {historyTexts.showAll}
        </Link>
      </div>
      {failed && (
        <div className={styles['note']} role="alert">
          <p>{historyTexts.failed}</p>
          <Button variant="ghost" onClick={() => void refetch()}>
            {historyTexts.retry}
          </Button>
        </div>
      )}
      {data?.length === 0 && <p className={styles['note']}>{historyTexts.empty}</p>}
      {!failed && data?.length !== 0 && (
        <ul className={styles['list']} aria-busy={data === undefined}>
          {data?.map((entry) => (
            <Entry key={entry.id} entry={entry} progress={positions?.get(entry.content_id)} onOpen={onOpen} />
          )) ??
            SKELETONS.map((key) => (
              <li key={key} className={styles['entry']} aria-hidden>
                <span className={styles['thumb']}>
                  <Skeleton height="100%" />
                </span>
                <span className={styles['names']}>
                  <Skeleton width="8rem" height="1rem" />
                </span>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
};
