import { Play } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { paths } from '../../../core/paths.ts';
import type { ListedContent } from '../../../features/catalog/content-card.tsx';
import { useCatalog, useCatalogFilter } from '../../../features/catalog/use-catalog.ts';
import { useLikesList } from '../../../features/library/use-likes-list.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { PageTitle } from '../../../ui/layout/page/page-title.tsx';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx';
import { StreamingResults } from './streaming-results.tsx';
import styles from './streaming-screen.module.css';
import { StreamingSideBar } from './streaming-side-bar.tsx';
import { listenerTexts } from '../texts.ts';
import { useDeepLink } from './use-deep-link.ts';
import { useLibraryView } from '../playlist/use-library-view.ts';
import { usePlayer } from '../player/use-listener-player.ts';
import { useOpenContent } from './use-open-content.ts';
import { useSignInPrompts } from '../use-sign-in-prompts.ts';

const TestModeNotice = lazyPart(() => import('../test-mode-notice.tsx'), 'TestModeNotice', 'inline');
const PlaylistDialog = lazyPart(
  () => import('../../../features/library/playlists/playlist-dialog.tsx'),
  'PlaylistDialog',
  ({ onClose }) => onClose(),
);

const NONE: readonly ListedContent[] = [];

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

/** The screen for browsing and playing. */
export const StreamingScreen = () => {
  const [params] = useSearchParams();
  const tracked = params.get('mode') !== 'admin-test';
  const { q } = useCatalogFilter();
  const { view } = useLibraryView();
  const { status } = useAuth();
  const visitor = status === 'signed-out';
  const catalog = useCatalog();
  const likes = useLikesList(view === 'liked' && !visitor);
  const listing = view === 'liked' && !visitor ? likes : catalog;
  const items = listing.items ?? NONE;
  const player = usePlayer();
  const [creating, setCreating] = useState(false);
  const navigate = useNavigate();
  const { askToPlay, askToSave } = useSignInPrompts();
  const openItem = useOpenContent(items, tracked);
  const open = visitor ? askToPlay : openItem;
  const results = useRef<HTMLHeadingElement>(null);

  useDeepLink(catalog.items !== undefined || catalog.error !== null, open, visitor);
  useEffect(() => player.extendList(items), [player, items]);

  const play = useCallback(
    (content: ListedContent) => (visitor ? askToPlay(content.id) : player.play(content, { list: items, tracked })),
    [visitor, askToPlay, player, items, tracked],
  );
  const playFrom = useCallback(
    (content: ListedContent, startAt: number) =>
      visitor ? askToPlay(content.id, startAt) : player.play(content, { list: [content], tracked, startAt }),
    [visitor, askToPlay, player, tracked],
  );
  const focusResults = () => {
    results.current?.scrollIntoView({ block: 'start' });
    results.current?.focus({ preventScroll: true });
  };
  // No banner in the library or while searching.
  const showsBanner = view === null && q === null;

  return (
    <div className={styles['screen']}>
      <PageTitle title={listenerTexts.streaming} />
      <StreamingSideBar visitor={visitor} onOpen={open} onCreate={() => setCreating(true)} onSignIn={askToSave} />
      <div className={styles['stage']}>
        {!tracked && (
          <Suspense>
            <TestModeNotice />
          </Suspense>
        )}
        {showsBanner ? (
          <Banner onStart={focusResults} />
        ) : (
          <VisuallyHidden>
            <h1 tabIndex={-1}>{listenerTexts.streaming}</h1>
          </VisuallyHidden>
        )}
        <StreamingResults
          visitor={visitor}
          listing={listing}
          found={catalog.found}
          headingRef={results}
          onPlay={play}
          onPlayFrom={playFrom}
          onCreatePlaylist={() => setCreating(true)}
          onSignIn={askToSave}
        />
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
