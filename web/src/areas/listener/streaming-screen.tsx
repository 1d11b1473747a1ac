import { FlaskConical, Film, Heart, ListPlus, Music, Play } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ContentType } from '../../../../lambdas/contract/content-shapes.ts';
import { paths } from '../../core/paths.ts';
import type { ListedContent } from '../../features/catalog/content-card.tsx';
import { ContentGrid } from '../../features/catalog/content-grid.tsx';
import { catalogTexts } from '../../features/catalog/texts.ts';
import { useCatalog, useCatalogFilter } from '../../features/catalog/use-catalog.ts';
import { RecentlyPlayed } from '../../features/history/recently-played.tsx';
import { CardActions } from '../../features/library/card-actions.tsx';
import { libraryTexts } from '../../features/library/texts.ts';
import { useLikesList } from '../../features/library/use-likes-list.ts';
import { usePlayerState } from '../../features/player/use-player.ts';
import { classNames } from '../../lib/class-names.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './streaming-screen.module.css';
import { listenerTexts } from './texts.ts';
import { useLibraryView } from './use-library-view.ts';
import { usePlayer } from './use-listener-player.ts';
import { useOpenContent } from './use-open-content.ts';

const PlaylistsPanel = lazy(async () => ({ default: (await import('../../features/library/playlists-panel.tsx')).PlaylistsPanel }));
const PlaylistDialog = lazy(async () => ({ default: (await import('../../features/library/playlist-dialog.tsx')).PlaylistDialog }));

const NONE: readonly ListedContent[] = [];
const ALL = 'discover';
const PLAYLISTS = 'playlists';

const sideFilters = [
  { type: 'music', label: catalogTexts.music, Icon: Music },
  { type: 'video', label: catalogTexts.videos, Icon: Film },
] as const;

const SideBar = ({ onOpen, onCreate }: { readonly onOpen: (contentId: string) => void; readonly onCreate: () => void }) => {
  const { type, setType } = useCatalogFilter();
  const { view, setView } = useLibraryView();
  const liked = view === 'liked';
  return (
    <aside className={styles['side']} aria-label={listenerTexts.library}>
      <div className={styles['filters']} role="group" aria-label={catalogTexts.filters}>
        {sideFilters.map(({ type: own, label, Icon }) => (
          <button key={own} type="button" className={classNames(styles['filter'], styles['alsoTab'])} aria-pressed={type === own} onClick={() => setType(type === own ? null : own)}>
            <Icon aria-hidden size={18} />
            {label}
          </button>
        ))}
        <button type="button" className={styles['filter']} aria-pressed={liked} onClick={() => setView(liked ? null : 'liked')}>
          <Heart aria-hidden size={18} />
          {libraryTexts.likedSongs}
        </button>
        <button type="button" className={styles['filter']} aria-haspopup="dialog" onClick={onCreate}>
          <ListPlus aria-hidden size={18} />
          {libraryTexts.create}
        </button>
      </div>
      <RecentlyPlayed onOpen={onOpen} />
    </aside>
  );
};

const TestModeNotice = () => (
  <div className={styles['testMode']} role="status">
    <FlaskConical aria-hidden size={20} />
    <strong>{listenerTexts.testTitle}</strong>
    <Badge tone="warning">{listenerTexts.testBadge}</Badge>
    <p>{listenerTexts.testText}</p>
  </div>
);

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

/** Plays what the address names, once, when the list is there or cannot be had; the rest of the address stays. */
const useDeepLink = (ready: boolean, open: (contentId: string) => void) => {
  const [params, setParams] = useSearchParams();
  const contentId = params.get('content');
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || !contentId || opened.current === contentId) return;
    opened.current = contentId;
    open(contentId);
    // Coming back to this screen must not start it again.
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('content');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [ready, contentId, open, setParams]);
};

/** Browsing and playing. */
export const StreamingScreen = () => {
  const [params] = useSearchParams();
  const tracked = params.get('mode') !== 'admin-test';
  const { category, type, q, setType } = useCatalogFilter();
  const { view, setView } = useLibraryView();
  const catalog = useCatalog();
  const likes = useLikesList(view === 'liked');
  const listing = view === 'liked' ? likes : catalog;
  const player = usePlayer();
  const { item } = usePlayerState(player);
  const items = listing.items ?? NONE;
  const [creating, setCreating] = useState(false);
  const navigate = useNavigate();
  const open = useOpenContent(items, tracked);
  const results = useRef<HTMLHeadingElement>(null);

  useDeepLink(catalog.items !== undefined || catalog.error !== null, open);
  useEffect(() => player.extendList(items), [player, items]);

  const play = useCallback((content: ListedContent) => player.play(content, { list: items, tracked }), [player, items, tracked]);
  const toGrid = () => {
    results.current?.scrollIntoView({ block: 'start' });
    results.current?.focus({ preventScroll: true });
  };
  const grid = (
    <ContentGrid
      catalog={listing}
      currentId={item?.id ?? null}
      onPlay={play}
      actionsOf={({ id, title }) => <CardActions contentId={id} title={title} />}
      {...(view === 'liked' ? { empty: libraryTexts.likedEmpty } : {})}
    />
  );
  const heading = () => {
    if (view !== null) return view === 'liked' ? libraryTexts.likedSongs : libraryTexts.playlists;
    return category !== null || type !== null || q !== null ? catalogTexts.results : catalogTexts.featured;
  };

  return (
    <div className={styles['screen']}>
      <title>{`${listenerTexts.streaming} · Soundstage`}</title>
      <SideBar onOpen={open} onCreate={() => setCreating(true)} />
      <div className={styles['stage']}>
        {!tracked && <TestModeNotice />}
        <Banner onStart={toGrid} />
        <section className={styles['results']} aria-labelledby="results-heading">
          <Announcer message={q !== null && catalog.found !== undefined ? catalogTexts.found(catalog.found, q) : ''} />
          <h2 id="results-heading" ref={results} tabIndex={-1}>
            {heading()}
          </h2>
          <Tabs
            label={catalogTexts.tabs}
            value={view === 'playlists' ? PLAYLISTS : (type ?? ALL)}
            onValueChange={(value) => (value === PLAYLISTS ? setView('playlists') : setType(value === ALL ? null : (value as ContentType)))}
            tabs={[
              { value: ALL, label: catalogTexts.discover, content: grid },
              { value: 'music', label: catalogTexts.music, content: grid },
              { value: 'video', label: catalogTexts.videos, content: grid },
              {
                value: PLAYLISTS,
                label: libraryTexts.playlists,
                content: (
                  <Suspense fallback={<LoadingState label={libraryTexts.loading} />}>
                    <PlaylistsPanel onCreate={() => setCreating(true)} />
                  </Suspense>
                ),
              },
            ]}
          />
        </section>
      </div>
      {creating && (
        <Suspense>
          <PlaylistDialog onClose={() => setCreating(false)} onSaved={({ id }) => void navigate(paths.playlistOf(id))} />
        </Suspense>
      )}
    </div>
  );
};
