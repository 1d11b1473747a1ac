import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Ban, Flag } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { formatLongDate } from '../../lib/format.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { hiddenQuery, reportedQuery } from './api.ts';
import { HideButton } from './hide-button.tsx';
import styles from './moderation.module.css';
import { PlaylistFacts } from './playlist-facts.tsx';
import { ReportedItem } from './reported-item.tsx';
import { moderationTexts as texts } from './texts.ts';

interface SectionProps<T> {
  readonly title: string;
  readonly empty: ReactNode;
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly T[] }>>;
  readonly children: (item: T) => ReactNode;
}

/** A list with its heading, page by page. */
const Section = <T,>({ title, empty, list, children }: SectionProps<T>) => {
  const headingId = useId();
  const { data, error, refetch, hasNextPage } = list;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const content = () => {
    if (error && !data) return <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />;
    if (!data) return <LoadingState label={texts.loading} />;
    if (items.length === 0 && !hasNextPage) return empty;
    return (
      <ul className={styles['list']} aria-labelledby={headingId}>
        {items.map(children)}
      </ul>
    );
  };
  return (
    <section className={styles['section']} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {content()}
      <NextPage label={texts.loadMore} list={list} failed={texts.loadMoreFailed} />
    </section>
  );
};

/** Playlists with open reports. */
export const ReportedPlaylists = () => (
  <Section
    title={texts.reported}
    empty={<EmptyState message={texts.noneReported} icon={<Flag aria-hidden size={32} />} />}
    list={useInfiniteQuery(reportedQuery(useApi()))}
  >
    {(reported) => <ReportedItem key={reported.playlist.id} reported={reported} />}
  </Section>
);

/** Playlists that administrators have hidden. */
export const HiddenPlaylists = () => {
  const { me } = useAuth();
  return (
    <Section
      title={texts.hidden}
      empty={<EmptyState message={texts.noneHidden} icon={<Ban aria-hidden size={32} />} />}
      list={useInfiniteQuery(hiddenQuery(useApi()))}
    >
      {(playlist) => (
        <li key={playlist.id} className={styles['row']}>
          <div className={styles['about']}>
            <PlaylistFacts playlist={playlist} />
            {playlist.hidden && (
              <>
                <p className={styles['text']}>{texts.reasonOf(playlist.hidden.reason)}</p>
                <p className={styles['facts']}>{texts.hiddenOn(formatLongDate(playlist.hidden.at))}</p>
              </>
            )}
            {me?.id === playlist.owner.id && <p className={styles['facts']}>{texts.own}</p>}
          </div>
          {me?.id !== playlist.owner.id && (
            <div className={styles['buttons']}>
              <HideButton playlist={playlist} named />
            </div>
          )}
        </li>
      )}
    </Section>
  );
};
