import { ArrowLeft, House, Search, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { SignOutButton } from '../../core/auth/sign-out-button.tsx';
import { lazyPart } from '../../core/lazy-part.tsx';
import { paths } from '../../core/paths.ts';
import { ThemeButton } from '../../core/theme/theme-button.tsx';
import { AdminSearchBox } from '../../features/admin-search/search-box.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import styles from './admin-layout.module.css';
import { adminTexts } from './texts.ts';

const SEARCH_ID = 'admin-search';

const AlertWatch = lazyPart(() => import('../../features/security-center/alert-watch.tsx'), 'AlertWatch', 'optional');
const FactorRequiredScreen = lazyPart(() => import('./factor-required-screen.tsx'), 'FactorRequiredScreen', 'inline');

/**
 * The layout of the admin screens. On narrow screens, the search field is hidden behind a button and replaces the title
 * while it is open.
 */
export const AdminLayout = () => {
  const { me, role } = useAuth();
  const isAdmin = role === 'admin' && !me?.factor_required;
  const { pathname } = useLocation();
  const links = useRef<HTMLElement>(null);
  const search = useRef<HTMLDivElement>(null);
  /** The path on which the search was opened. It closes when the path changes. */
  const [searchingAt, setSearchingAt] = useState<string | null>(null);
  const isSearching = searchingAt === pathname;
  useEffect(() => {
    if (isSearching) search.current?.querySelector('input')?.focus();
  }, [isSearching]);
  // If the links overflow, scroll to the current one.
  useEffect(() => {
    // No implicit return: some browsers return a promise from scrollIntoView, which is not a cleanup function.
    void links.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <>
      <header className={styles['bar']} data-searching={isSearching || undefined}>
        <p className={styles['title']}>{adminTexts.title}</p>
        {isAdmin && (
          <div ref={search} id={SEARCH_ID} className={styles['search']}>
            <AdminSearchBox />
          </div>
        )}
        <div className={styles['actions']}>
          <ThemeButton />
          <SignOutButton />
        </div>
        {isAdmin && (
          <div className={styles['opener']}>
            <IconButton
              label={isSearching ? adminTexts.closeSearch : adminTexts.openSearch}
              aria-expanded={isSearching}
              aria-controls={SEARCH_ID}
              onClick={() => setSearchingAt(isSearching ? null : pathname)}
            >
              {isSearching ? <X aria-hidden size={18} /> : <Search aria-hidden size={18} />}
            </IconButton>
          </div>
        )}
        <nav ref={links} className={styles['links']} aria-label={adminTexts.navigation}>
          <Link to={paths.home}>
            <House aria-hidden size={16} />
            {adminTexts.home}
          </Link>
          <Link to={paths.streaming}>
            <ArrowLeft aria-hidden size={16} />
            {adminTexts.backToStreaming}
          </Link>
          {role === 'admin' && <NavLink to={paths.adminDashboard}>{adminTexts.dashboard}</NavLink>}
          <NavLink to={paths.adminContent}>{adminTexts.content}</NavLink>
          <NavLink to={paths.adminReviews}>{adminTexts.reviews}</NavLink>
          {role === 'admin' && <NavLink to={paths.adminUsers}>{adminTexts.users}</NavLink>}
          {role === 'admin' && <NavLink to={paths.adminPlaylists}>{adminTexts.playlists}</NavLink>}
          {role === 'admin' && <NavLink to={paths.adminAnalysis}>{adminTexts.analysis}</NavLink>}
          {role === 'admin' && <NavLink to={paths.adminSecurity}>{adminTexts.security}</NavLink>}
          {role === 'admin' && <NavLink to={paths.adminCdnMonitor}>{adminTexts.cdnMonitor}</NavLink>}
          {role === 'admin' && <NavLink to={paths.adminPrivacy}>{adminTexts.privacy}</NavLink>}
          {role === 'admin' && <NavLink to={paths.adminSettings}>{adminTexts.settings}</NavLink>}
          {role === 'admin' && <NavLink to={paths.adminAudit}>{adminTexts.audit}</NavLink>}
        </nav>
      </header>
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Suspense fallback={<LoadingState />}>{me?.factor_required ? <FactorRequiredScreen /> : <Outlet />}</Suspense>
      </main>
      {isAdmin && (
        <Suspense>
          <AlertWatch />
        </Suspense>
      )}
    </>
  );
};
