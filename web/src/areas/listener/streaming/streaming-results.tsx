import { ListMusic } from 'lucide-react';
import { Suspense, type ReactNode, type Ref } from 'react';
import { lazyPart } from '../../../core/lazy-part.tsx';
import type { ContentType } from '../../../../../lambdas/contract/content/content-shapes.ts';
import type { ListedContent } from '../../../features/catalog/content-card.tsx';
import { ContentGrid, type ContentGridProps } from '../../../features/catalog/content-grid.tsx';
import { catalogTexts } from '../../../features/catalog/texts.ts';
import { useCatalogFilter } from '../../../features/catalog/use-catalog.ts';
import { usePositions } from '../../../features/history/use-positions.ts';
import { CardActions } from '../../../features/library/card-actions.tsx';
import { libraryTexts } from '../../../features/library/texts.ts';
import { usePlayerState } from '../../../features/player/core/use-player.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { PageAnnouncer } from '../../../ui/feedback/announcer.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import styles from './streaming-screen.module.css';
import { listenerTexts } from '../texts.ts';
import { useLibraryView } from '../playlist/use-library-view.ts';
import { usePlayer } from '../player/use-listener-player.ts';

const PlaylistsPanel = lazyPart(
  () => import('../../../features/library/playlists/playlists-panel.tsx'),
  'PlaylistsPanel',
  'inline',
);

const SpeechResults = lazyPart(
  () => import('../../../features/catalog/speech/speech-results.tsx'),
  'SpeechResults',
  'inline',
);

const ALL = 'discover';

export interface StreamingResultsProps {
  /** The user is not signed in: cards have no actions, and playlists ask for an account. */
  readonly visitor: boolean;
  /** The catalog, or the user's likes. */
  readonly listing: ContentGridProps['catalog'];
  /** Number of search results; undefined without a search and while it is unknown. */
  readonly found: number | undefined;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onPlay: (content: ListedContent) => void;
  /** Plays a title from a position in seconds. */
  readonly onPlayFrom: (content: ListedContent, seconds: number) => void;
  readonly onCreatePlaylist: () => void;
  /** A visitor asks for likes or playlists. */
  readonly onSignIn: () => void;
}

interface GridProps extends Pick<StreamingResultsProps, 'visitor' | 'listing' | 'onPlay'> {
  readonly positions: ContentGridProps['progress'];
}

const Grid = ({ visitor, listing, positions, onPlay }: GridProps) => {
  const { q } = useCatalogFilter();
  const { view } = useLibraryView();
  const player = usePlayer();
  const { item } = usePlayerState(player);
  const actionsOf = (content: ListedContent) => (
    <CardActions
      contentId={content.id}
      title={content.title}
      onPlayNext={item ? () => player.player.get()?.playNext(content) : undefined}
    />
  );
  return (
    <ContentGrid
      catalog={listing}
      currentId={item?.id ?? null}
      onPlay={onPlay}
      progress={positions}
      // Below a search's results, those in speech must be reachable.
      loadsOnScroll={q === null}
      {...(visitor ? {} : { actionsOf })}
      {...(view === 'liked' ? { empty: libraryTexts.likedEmpty } : {})}
    />
  );
};

const SignInForPlaylists = ({ onSignIn }: Pick<StreamingResultsProps, 'onSignIn'>) => (
  <EmptyState message={listenerTexts.signInToSave} icon={<ListMusic aria-hidden size={32} />}>
    <Button variant="secondary" onClick={onSignIn}>
      {listenerTexts.signIn}
    </Button>
  </EmptyState>
);

const useHeading = (): string => {
  const { category, q } = useCatalogFilter();
  const { view } = useLibraryView();
  if (view !== null) return view === 'liked' ? libraryTexts.likedSongs : libraryTexts.playlists;
  return category !== null || q !== null ? catalogTexts.results : catalogTexts.featured;
};

const tabsOf = (grid: ReactNode, playlists: ReactNode, showsLikes: boolean) => [
  { value: ALL, label: catalogTexts.discover, content: grid },
  { value: 'music', label: catalogTexts.music, content: grid },
  { value: 'video', label: catalogTexts.videos, content: grid },
  { value: 'playlists', label: libraryTexts.playlists, content: playlists },
  // The side bar opens the likes. They have a tab, the selected one, only while they are shown.
  ...(showsLikes ? [{ value: 'liked', label: libraryTexts.likedSongs, content: grid }] : []),
];

/** The tabs of the streaming screen: the catalog by type, the playlists and the likes. */
export const StreamingResults = ({
  visitor,
  listing,
  found,
  headingRef,
  onPlay,
  onPlayFrom,
  onCreatePlaylist,
  onSignIn,
}: StreamingResultsProps) => {
  const { type, q, setType } = useCatalogFilter();
  const { view, setView } = useLibraryView();
  const heading = useHeading();
  const positions = usePositions();
  const selectTab = (value: string) => {
    if (value === 'playlists' || value === 'liked') setView(value);
    else setType(value === ALL ? null : (value as ContentType));
  };
  const playlists = visitor ? (
    <SignInForPlaylists onSignIn={onSignIn} />
  ) : (
    <Suspense fallback={<LoadingState label={libraryTexts.loading} />}>
      <PlaylistsPanel onCreate={onCreatePlaylist} />
    </Suspense>
  );
  const grid = <Grid visitor={visitor} listing={listing} positions={positions} onPlay={onPlay} />;
  return (
    <section className={styles['results']} aria-labelledby="results-heading">
      <PageAnnouncer message={q !== null && found !== undefined ? catalogTexts.found(found, q) : ''} />
      <h2 id="results-heading" ref={headingRef} tabIndex={-1} className={styles['heading']}>
        {heading}
      </h2>
      <Tabs
        label={catalogTexts.tabs}
        value={view ?? type ?? ALL}
        onValueChange={selectTab}
        tabs={tabsOf(grid, playlists, view === 'liked')}
      />
      {q !== null && view === null && (
        <Suspense>
          <SpeechResults q={q} onPlay={onPlayFrom} />
        </Suspense>
      )}
    </section>
  );
};
