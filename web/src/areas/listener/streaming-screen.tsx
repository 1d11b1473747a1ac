import { ListMusic, Play } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ContentType } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useAskSignIn } from '../../core/auth/use-ask-sign-in.ts';
import { paths } from '../../core/paths.ts';
import type { ListedContent } from '../../features/catalog/content-card.tsx';
import { ContentGrid } from '../../features/catalog/content-grid.tsx';
import { catalogTexts } from '../../features/catalog/texts.ts';
import { useCatalog, useCatalogFilter } from '../../features/catalog/use-catalog.ts';
import { usePositions } from '../../features/history/use-positions.ts';
import { CardActions } from '../../features/library/card-actions.tsx';
import { libraryTexts } from '../../features/library/texts.ts';
import { useLikesList } from '../../features/library/use-likes-list.ts';
import { usePlayerState } from '../../features/player/core/use-player.ts';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import { Tabs } from '../../ui/overlays/tabs.tsx';
import { StreamingSideBar } from './streaming-side-bar.tsx';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import styles from './streaming-screen.module.css';
import { listenerTexts } from './texts.ts';
import { useLibraryView } from './use-library-view.ts';
import { usePlayer } from './use-listener-player.ts';
import { useOpenContent } from './use-open-content.ts';

const TestModeNotice = lazy(async () => ({ default: (await import('./test-mode-notice.tsx')).TestModeNotice }));
const PlaylistsPanel = lazy(async () => ({
  default: (await import('../../features/library/playlists-panel.tsx')).PlaylistsPanel,
}));
const PlaylistDialog = lazy(async () => ({
  default: (await import('../../features/library/playlist-dialog.tsx')).PlaylistDialog,
}));

const NONE: readonly ListedContent[] = [];
const ALL = 'discover';

const Banner = ({ onStart }: { readonly onStart: () => void }) => (
  <section className={styles['banner']}>
    <div className={styles['bannerArt']} aria-hidden />
    <h1 tabIndex={-1}>{listenerTexts.bannerTitle}</h1>
    <p>{listenerTexts.bannerText}</p>
    <Button size="large" onClick={onStart}>
      <Play aria-hidden size={18} fill="currentColor" />
      {listenerTexts.bannerButton}
    </Button>
  </section>
);

/**
 * Plays what the address names, once, when the list is there or cannot be had; the rest of the address stays, and all
 * of it where `staying`: somebody who is asked to sign in comes back to it.
 */
const useDeepLink = (ready: boolean, open: (contentId: string) => void, staying: boolean) => {
  const [params, setParams] = useSearchParams();
  const contentId = params.get('content');
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || !contentId || opened.current === contentId) return;
    opened.current = contentId;
    open(contentId);
    if (staying) return;
    // Coming back to this screen must not start it again.
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('content');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [ready, contentId, open, setParams, staying]);
};

/** Browsing and playing. */
export const StreamingScreen = () => {
  const [params] = useSearchParams();
  const tracked = params.get('mode') !== 'admin-test';
  const { category, type, q, setType } = useCatalogFilter();
  const { view, setView } = useLibraryView();
  const { status } = useAuth();
  const visitor = status === 'signed-out';
  const catalog = useCatalog();
  const likes = useLikesList(view === 'liked' && !visitor);
  const listing = view === 'liked' && !visitor ? likes : catalog;
  const player = usePlayer();
  const positions = usePositions();
  const { item } = usePlayerState(player);
  const items = listing.items ?? NONE;
  const [creating, setCreating] = useState(false);
  const navigate = useNavigate();
  const { search } = useLocation();
  const askSignIn = useAskSignIn();
  const openItem = useOpenContent(items, tracked);
  /** Playing needs an account; afterwards the same title plays. */
  const askToPlay = useCallback(
    (contentId: string) => {
      const address = new URLSearchParams(search);
      // Back from there must not lead to a link that asks again.
      const replace = address.has('content');
      address.set('content', contentId);
      askSignIn(`${paths.streaming}?${address.toString()}`, listenerTexts.signInToPlay, { replace });
    },
    [askSignIn, search],
  );
  const askToKeep = useCallback(
    () => askSignIn(`${paths.streaming}${search}`, listenerTexts.signInToKeep),
    [askSignIn, search],
  );
  const open = visitor ? askToPlay : openItem;
  const results = useRef<HTMLHeadingElement>(null);

  useDeepLink(catalog.items !== undefined || catalog.error !== null, open, visitor);
  useEffect(() => player.extendList(items), [player, items]);

  const play = useCallback(
    (content: ListedContent) => (visitor ? askToPlay(content.id) : player.play(content, { list: items, tracked })),
    [visitor, askToPlay, player, items, tracked],
  );
  const toGrid = () => {
    results.current?.scrollIntoView({ block: 'start' });
    results.current?.focus({ preventScroll: true });
  };
  const grid = (
    <ContentGrid
      catalog={listing}
      currentId={item?.id ?? null}
      onPlay={play}
      progress={positions}
      {...(visitor
        ? {}
        : {
            actionsOf: (content: ListedContent) => (
              <CardActions
                contentId={content.id}
                title={content.title}
                onPlayNext={item ? () => player.player.get()?.playNext(content) : undefined}
              />
            ),
          })}
      {...(view === 'liked' ? { empty: libraryTexts.likedEmpty } : {})}
    />
  );
  const choose = (value: string) => {
    if (value === 'playlists' || value === 'liked') setView(value);
    else setType(value === ALL ? null : (value as ContentType));
  };
  // Whoever looks at their own things, or for something, is past the greeting.
  const greets = view === null && q === null;
  const heading = () => {
    if (view !== null) return view === 'liked' ? libraryTexts.likedSongs : libraryTexts.playlists;
    return category !== null || type !== null || q !== null ? catalogTexts.results : catalogTexts.featured;
  };

  return (
    <div className={styles['screen']}>
      <PageTitle title={listenerTexts.streaming} />
      <StreamingSideBar visitor={visitor} onOpen={open} onCreate={() => setCreating(true)} onKeep={askToKeep} />
      <div className={styles['stage']}>
        {!tracked && (
          <Suspense>
            <TestModeNotice />
          </Suspense>
        )}
        {greets ? (
          <Banner onStart={toGrid} />
        ) : (
          <VisuallyHidden>
            <h1 tabIndex={-1}>{listenerTexts.streaming}</h1>
          </VisuallyHidden>
        )}
        <section className={styles['results']} aria-labelledby="results-heading">
          <Announcer message={q !== null && catalog.found !== undefined ? catalogTexts.found(catalog.found, q) : ''} />
          <h2 id="results-heading" ref={results} tabIndex={-1} className={styles['heading']}>
            {heading()}
          </h2>
          <Tabs
            label={catalogTexts.tabs}
            value={view ?? type ?? ALL}
            onValueChange={choose}
            tabs={[
              { value: ALL, label: catalogTexts.discover, content: grid },
              { value: 'music', label: catalogTexts.music, content: grid },
              { value: 'video', label: catalogTexts.videos, content: grid },
              {
                value: 'playlists',
                label: libraryTexts.playlists,
                content: visitor ? (
                  <EmptyState message={listenerTexts.signInToKeep} icon={<ListMusic aria-hidden size={32} />}>
                    <Button variant="secondary" onClick={askToKeep}>
                      {listenerTexts.signIn}
                    </Button>
                  </EmptyState>
                ) : (
                  <Suspense fallback={<LoadingState label={libraryTexts.loading} />}>
                    <PlaylistsPanel onCreate={() => setCreating(true)} />
                  </Suspense>
                ),
              },
              // What the side bar's filter shows is no tab of its own; while it is shown it is the one that is chosen.
              ...(view === 'liked' ? [{ value: 'liked', label: libraryTexts.likedSongs, content: grid }] : []),
            ]}
          />
        </section>
      </div>
      {creating && (
        <Suspense>
          <PlaylistDialog
            onClose={() => setCreating(false)}
            onSaved={({ id }) => void navigate(paths.playlistOf(id))}
          />
        </Suspense>
      )}
    </div>
  );
};
