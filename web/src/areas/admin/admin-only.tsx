import { Link, Outlet } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { authTexts } from '../../core/auth/texts.ts';
import { paths } from '../../core/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './content-screen.module.css';

/** Screens that moderators have nothing to do with: they are told so, inside of the frame. The server checks the same on every call. */
export const AdminOnly = () => {
  if (useAuth().role === 'admin') return <Outlet />;
  return (
    <div className={styles['screen']}>
      <PageTitle title={authTexts.accessDeniedTitle} />
      <h1 tabIndex={-1}>{authTexts.accessDeniedTitle}</h1>
      <EmptyState message={authTexts.accessDeniedText}>
        <Link to={paths.home} className={buttonClass({})}>
          {authTexts.goHome}
        </Link>
      </EmptyState>
    </div>
  );
};
