import { useInfiniteQuery } from '@tanstack/react-query';
import { ListMusic, Plus } from 'lucide-react';
import { Link } from 'react-router';
import type { PlaylistVisibility } from '../../../../../lambdas/contract/listening/library.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { paths } from '../../../core/paths.ts';
import { Artwork } from '../../../ui/identity/artwork.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { publicPlaylistsQuery } from '../api.ts';
import styles from './playlists-panel.module.css';
import { playlistTexts } from './playlist-texts.ts';
import { libraryTexts } from '../texts.ts';
import { useAllPlaylists } from './use-all-playlists.ts';
import { visibilityIcons } from './visibility-icons.ts';

const Card = ({
  id,
  title,
  visibility,
  details,
}: {
  readonly id: string;
  readonly title: string;
  readonly visibility: PlaylistVisibility;
  readonly details: string;
}) => {
  const Icon = visibilityIcons[visibility];
  return (
    <li>
      <Link to={paths.playlistOf(id)} className={styles['card']}>
        <span className={styles['art']}>
          <Artwork title={title} src={null} shape="square">
            <ListMusic aria-hidden size={18} className={styles['mark']} />
          </Artwork>
        </span>
        <span className={styles['title']}>{title}</span>
        <span className={styles['facts']}>
          <Icon aria-hidden size={13} />
          {details}
        </span>
      </Link>
    </li>
  );
};

const PublicPlaylists = () => {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(publicPlaylistsQuery(useApi()));
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="public-playlists">
      <h3 id="public-playlists" className={styles['heading']}>
        {playlistTexts.publicTitle}
      </h3>
      <ul className={styles['grid']}>
        {items.map(({ id, title }) => (
          <Card key={id} id={id} title={title} visibility="public" details={playlistTexts.visibilities.public} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {playlistTexts.loadMore}
        </Button>
      )}
    </section>
  );
};

/** The user's playlists, followed by the public playlists of all users. */
export const PlaylistsPanel = ({ onCreate }: { readonly onCreate: () => void }) => {
  const { items, error, retry } = useAllPlaylists();
  const own = () => {
    if (error && items === undefined) return <ErrorState message={error.message} onRetry={retry} />;
    if (items === undefined) return <LoadingState label={libraryTexts.loading} />;
    if (items.length === 0)
      return <EmptyState message={playlistTexts.playlistsEmpty} icon={<ListMusic aria-hidden size={32} />} />;
    return (
      <ul className={styles['grid']} aria-label={playlistTexts.playlistsTitle}>
        {items.map(({ id, title, visibility, entry_count: count, hidden }) => (
          <Card
            key={id}
            id={id}
            title={title}
            visibility={visibility}
            details={[
              hidden ? playlistTexts.hiddenTitle : playlistTexts.visibilities[visibility],
              playlistTexts.titles(count),
            ].join(' · ')}
          />
        ))}
      </ul>
    );
  };
  return (
    <div className={styles['panel']}>
      <div className={styles['head']}>
        <div>
          <h3 className={styles['heading']}>{playlistTexts.playlistsTitle}</h3>
          <p className={styles['lead']}>{playlistTexts.playlistsText}</p>
        </div>
        <Button onClick={onCreate}>
          <Plus aria-hidden size={18} />
          {playlistTexts.newPlaylist}
        </Button>
      </div>
      {own()}
      <PublicPlaylists />
    </div>
  );
};
