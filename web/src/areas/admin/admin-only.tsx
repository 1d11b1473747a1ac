import { Link, Outlet } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { authTexts } from '../../core/auth/texts.ts';
import { paths } from '../../core/paths.ts';
import { buttonClass } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { AdminScreen } from './admin-screen.tsx';

/**
 * Screens that moderators have nothing to do with: they are told so, inside of the frame. The server checks the same on
 * every call.
 */
export const AdminOnly = () => {
  if (useAuth().role === 'admin') return <Outlet />;
  return (
    <AdminScreen title={authTexts.accessDeniedTitle}>
      <EmptyState message={authTexts.accessDeniedText}>
        <Link to={paths.home} className={buttonClass({})}>
          {authTexts.goHome}
        </Link>
      </EmptyState>
    </AdminScreen>
  );
};
