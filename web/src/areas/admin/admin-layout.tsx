import { ArrowLeft, House } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { SignOutButton } from '../../core/auth/sign-out-button.tsx';
import { paths } from '../../core/paths.ts';
import { ThemeButton } from '../../core/theme/theme-button.tsx';
import { AdminSearchBox } from '../../features/admin-search/search-box.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import styles from './admin-layout.module.css';
import { adminTexts } from './texts.ts';

/** The frame of the administrator's screens. */
export const AdminLayout = () => {
  const { role } = useAuth();
  const { pathname } = useLocation();
  const links = useRef<HTMLElement>(null);
  // Where the links do not fit, the one that leads here shall be seen.
  useEffect(() => {
    // With braces: browsers answer a promise, which is no clean-up.
    void links.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <>
      <header className={styles['bar']}>
        <p className={styles['title']}>{adminTexts.title}</p>
        {role === 'admin' && <AdminSearchBox />}
        <div className={styles['actions']}>
          <ThemeButton />
          <SignOutButton />
        </div>
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
          {role === 'admin' && <NavLink to={paths.adminUsers}>{adminTexts.users}</NavLink>}
          {role === 'admin' && <NavLink to={paths.adminSettings}>{adminTexts.settings}</NavLink>}
          {role === 'admin' && <NavLink to={paths.adminAudit}>{adminTexts.audit}</NavLink>}
        </nav>
      </header>
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Suspense fallback={<LoadingState />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  );
};
