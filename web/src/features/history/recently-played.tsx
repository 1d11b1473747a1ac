import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { HistoryEntry } from '../../../../lambdas/contract/history.ts';
import { liveTopics } from '../../../../lambdas/contract/live-topics.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { readAgain } from '../../core/api/read-again.ts';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useLiveTopic } from '../../core/live/live-context.tsx';
import { Artwork } from '../../ui/artwork.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { recentlyPlayedQuery } from './api.ts';
import styles from './recently-played.module.css';
import { historyTexts } from './texts.ts';

const SKELETONS = ['a', 'b', 'c'];

const Entry = ({ entry, onOpen }: { readonly entry: HistoryEntry; readonly onOpen: (contentId: string) => void }) => {
  const { title, thumbnail_url: thumbnail, metadata, creators } = entry.content;
  const artist = metadata.artist || creators.name || historyTexts.unknownArtist;
  return (
    <li>
      <button type="button" className={styles['entry']} onClick={() => onOpen(entry.content_id)}>
        <span className={styles['thumb']}>
          <Artwork title={title} src={thumbnail} shape="square" />
        </span>
        <span className={styles['names']}>
          <span className={styles['title']}>{title}</span>
          <span className={styles['artist']}>
            {metadata.contentType === 'music' ? historyTexts.music : historyTexts.video} · {artist}
          </span>
        </span>
      </button>
    </li>
  );
};

/** What the person played last, on whatever device; pressing an entry opens its content. */
export const RecentlyPlayed = ({ onOpen }: { readonly onOpen: (contentId: string) => void }) => {
  const queries = useQueryClient();
  const query = recentlyPlayedQuery(useApi());
  const { data, error, refetch } = useQuery(query);
  const { me } = useAuth();
  useLiveTopic(me ? liveTopics.history(me.id) : null, () => void readAgain(queries, query.queryKey));
  const failed = error !== null && data === undefined;
  return (
    <section className={styles['section']} aria-labelledby="recently-played">
      <h2 id="recently-played" className={styles['heading']}>
        {historyTexts.title}
      </h2>
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
          {data?.map((entry) => <Entry key={entry.id} entry={entry} onOpen={onOpen} />) ??
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
