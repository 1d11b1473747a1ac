import { useQuery } from '@tanstack/react-query';
import { ListMusic } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { liveTopics } from '../../../../../lambdas/contract/live/live-topics.ts';
import type { PlaylistEntry } from '../../../../../lambdas/contract/listening/library.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { useLiveTopic } from '../../../core/live/live-context.tsx';
import { paths } from '../../../core/paths.ts';
import { EntryList } from '../../../features/library/playlists/entry-list.tsx';
import { playlistQuery } from '../../../features/library/api.ts';
import { PlaylistHead } from '../../../features/library/playlists/playlist-head.tsx';
import { playlistTexts } from '../../../features/library/playlists/playlist-texts.ts';
import { libraryTexts } from '../../../features/library/texts.ts';
import { useEntries } from '../../../features/library/playlists/use-entries.ts';
import { usePlayerState } from '../../../features/player/core/use-player.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buttonClass } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { PageTitle } from '../../../ui/layout/page/page-title.tsx';
import styles from './playlist-screen.module.css';
import { usePlayer } from '../player/use-listener-player.ts';

const HideButton = lazyPart(() => import('../../../features/moderation/hide-button.tsx'), 'HideButton', 'optional');

const NONE: readonly PlaylistEntry[] = [];

const NotFound = () => (
  <div className={styles['screen']}>
    <PageTitle title={playlistTexts.notFoundTitle} />
    <h1 tabIndex={-1}>{playlistTexts.notFoundTitle}</h1>
    <EmptyState message={playlistTexts.notFoundText} icon={<ListMusic aria-hidden size={32} />}>
      <Link to={paths.playlists} className={buttonClass({})}>
        {playlistTexts.backToPlaylists}
      </Link>
    </EmptyState>
  </div>
);

/** One playlist: the user's own, or one that another user shares. */
export const PlaylistScreen = () => {
  const { id = '' } = useParams();
  const api = useApi();
  const { role } = useAuth();
  const player = usePlayer();
  const { item } = usePlayerState(player);
  const { data: playlist, error, refetch } = useQuery(playlistQuery(api, id));
  const entries = useEntries(id);
  const shown = entries.items ?? NONE;
  const { retry } = entries;
  useLiveTopic(liveTopics.catalog, retry);
  useEffect(() => player.extendList(shown.map(({ content }) => content)), [player, shown]);

  const play = (entry: PlaylistEntry | undefined) => {
    if (entry) player.play(entry.content, { list: shown.map(({ content }) => content), tracked: true });
  };
  // A refetch clears the error until it fails again: keep showing the not-found screen meanwhile.
  const [missing, setMissing] = useState<string | null>(null);
  const notFound = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (notFound && missing !== id) setMissing(id);
  if (playlist && missing === id) setMissing(null);
  if (notFound || (missing === id && !playlist)) return <NotFound />;
  if (error && !playlist) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!playlist) return <LoadingState label={libraryTexts.loading} />;
  const list = () => {
    if (entries.error) return <ErrorState message={entries.error.message} onRetry={retry} />;
    if (entries.items === undefined) return <LoadingState label={libraryTexts.loading} />;
    if (shown.length === 0) {
      return (
        <EmptyState message={playlistTexts.entriesEmpty} icon={<ListMusic aria-hidden size={32} />}>
          <Link to={paths.streaming} className={buttonClass({ variant: 'secondary' })}>
            {playlistTexts.browse}
          </Link>
        </EmptyState>
      );
    }
    return (
      <EntryList
        entries={shown}
        currentId={item?.id ?? null}
        own={playlist.is_own}
        onPlay={play}
        onMove={entries.move}
        onRemoveEntry={entries.removeEntry}
      />
    );
  };
  return (
    <div className={styles['screen']}>
      <PageTitle title={playlist.title} />
      {playlist.hidden && (
        <Notice tone="warning" title={playlistTexts.hiddenTitle}>
          <p className={styles['reason']}>{playlistTexts.hiddenText(playlist.hidden.reason)}</p>
        </Notice>
      )}
      <PlaylistHead playlist={playlist} entries={shown} complete={entries.complete} onPlay={() => play(shown[0])}>
        {role === 'admin' && !playlist.is_own && (
          <Suspense>
            <HideButton playlist={playlist} />
          </Suspense>
        )}
      </PlaylistHead>
      <div>{list()}</div>
    </div>
  );
};
