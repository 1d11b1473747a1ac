import { useEffect } from 'react';
import { Link, NavLink, Outlet, useLocation, useOutletContext } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { paths } from '../../core/paths.ts';
import { CategorySelect } from '../../features/catalog/category-select.tsx';
import { SearchBox } from '../../features/catalog/search-box.tsx';
import { useLibraryRefresh } from '../../features/library/use-library-refresh.ts';
import { Brand } from '../../ui/identity/brand.tsx';
import { BarActions } from './player/bar-actions.tsx';
import styles from './listener-layout.module.css';
import { prefetchPlayerView } from './player/player-dock.tsx';
import { PlayerPrefetch } from './player/player-prefetch.tsx';
import { listenerTexts } from './texts.ts';
import { prefetchPlayer, type ListenerOutlet } from './player/use-listener-player.ts';

const laterParts = [prefetchPlayer, prefetchPlayerView, async () => (await import('./later-parts.ts')).prefetchParts()];

/** The layout of the listener's screens: top bar and content. The first one that opens restores the saved queue. */
export const ListenerLayout = () => {
  const outlet = useOutletContext<ListenerOutlet>();
  const { restoreQueue } = outlet;
  const { pathname } = useLocation();
  const { status } = useAuth();
  const visitor = status === 'signed-out';
  useLibraryRefresh();
  useEffect(restoreQueue, [restoreQueue]);
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
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Outlet context={outlet} />
      </main>
      <PlayerPrefetch load={laterParts} />
    </>
  );
};
