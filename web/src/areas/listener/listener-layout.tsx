import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { paths } from '../../core/paths.ts';
import { CategorySelect } from '../../features/catalog/category-select.tsx';
import { SearchBox } from '../../features/catalog/search-box.tsx';
import { AddButton } from '../../features/library/add-button.tsx';
import { LikeButton } from '../../features/library/like-button.tsx';
import { useLibraryRefresh } from '../../features/library/use-library-refresh.ts';
import type { PlayableItem } from '../../features/player/core/rules.ts';
import { usePlayerState } from '../../features/player/core/use-player.ts';
import { classNames } from '../../lib/class-names.ts';
import { Brand } from '../../ui/identity/brand.tsx';
import { BarActions } from './bar-actions.tsx';
import styles from './listener-layout.module.css';
import { PlayerPrefetch } from './player-prefetch.tsx';
import { listenerTexts } from './texts.ts';
import { prefetchPlayer, useListenerPlayer, type ListenerOutlet } from './use-listener-player.ts';

const loadPlayerHost = () => import('../../features/player/views/player-host.tsx');
const laterParts = [prefetchPlayer, loadPlayerHost, async () => (await import('./later-parts.ts')).prefetchParts()];
const PlayerHost = lazy(async () => ({ default: (await loadPlayerHost()).PlayerHost }));

/** The actions for the current item. The mini player has room only for the like button. */
const actionsOf = ({ id, title }: PlayableItem, view: 'full' | 'mini'): ReactNode => (
  <>
    <LikeButton contentId={id} title={title} />
    {view === 'full' && <AddButton contentId={id} title={title} />}
  </>
);

/** The layout of the listener's screens: top bar, content, and the player, which continues from screen to screen. */
export const ListenerLayout = () => {
  const player = useListenerPlayer();
  const { item } = usePlayerState(player);
  const opened = useSyncExternalStore(player.player.subscribe, player.player.get);
  const { pathname } = useLocation();
  const { status } = useAuth();
  const visitor = status === 'signed-out';
  const outlet: ListenerOutlet = { player };
  useLibraryRefresh();
  useEffect(() => {
    // With a public catalog, this layout stays mounted after sign-out; playback must stop.
    if (visitor) player.cancel();
  }, [visitor, player]);
  return (
    <>
      <header className={styles['bar']}>
        <span className={styles['brand']}>
          <Brand compact />
        </span>
        <nav className={styles['links']} aria-label={listenerTexts.navigation}>
          <Link to={paths.home}>{listenerTexts.home}</Link>
          <NavLink to={paths.streaming}>{listenerTexts.streaming}</NavLink>
          {!visitor && <NavLink to={paths.plans}>{listenerTexts.plans}</NavLink>}
          {!visitor && <NavLink to={paths.adminContent}>{listenerTexts.admin}</NavLink>}
        </nav>
        {pathname === paths.streaming && (
          <>
            <div className={styles['search']}>
              <SearchBox />
            </div>
            <span className={styles['category']}>
              <CategorySelect />
            </span>
          </>
        )}
        <div className={styles['actions']}>
          <BarActions />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classNames(styles['main'], item !== null && styles['abovePlayer'])}>
        <Outlet context={outlet} />
      </main>
      <PlayerPrefetch load={laterParts} />
      {/* Mounted before the player, so that a dialog that is already open hides it from screen readers. */}
      <div>
        {item && opened && (
          <Suspense>
            <PlayerHost player={opened} actionsOf={actionsOf} />
          </Suspense>
        )}
      </div>
    </>
  );
};
