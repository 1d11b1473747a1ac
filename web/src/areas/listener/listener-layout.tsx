import { Link, NavLink, Outlet } from 'react-router';
import { SignOutButton } from '../../core/auth/sign-out-button.tsx';
import { paths } from '../../core/paths.ts';
import { ThemeButton } from '../../core/theme/theme-button.tsx';
import { Brand } from '../../ui/brand.tsx';
import styles from './listener-layout.module.css';
import { listenerTexts } from './texts.ts';

/** The frame of the listener's screens: top bar and content. */
export const ListenerLayout = () => (
  <>
    <header className={styles['bar']}>
      <Brand compact />
      <nav className={styles['links']} aria-label={listenerTexts.navigation}>
        <Link to={paths.home}>{listenerTexts.home}</Link>
        <NavLink to={paths.streaming}>{listenerTexts.streaming}</NavLink>
        <NavLink to={paths.plans}>{listenerTexts.plans}</NavLink>
        <NavLink to={paths.adminContent}>{listenerTexts.admin}</NavLink>
      </nav>
      <div className={styles['actions']}>
        <ThemeButton />
        <SignOutButton />
      </div>
    </header>
    <main id="main" tabIndex={-1} className={styles['main']}>
      <Outlet />
    </main>
  </>
);
