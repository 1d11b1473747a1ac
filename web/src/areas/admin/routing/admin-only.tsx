import { Link, Outlet } from 'react-router';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { authTexts } from '../../../core/auth/texts.ts';
import { paths } from '../../../core/paths.ts';
import { buttonClass } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { AdminScreen } from '../admin-screen.tsx';

/**
 * Guards screens that only administrators may open. Moderators see an explanation inside the layout. The API checks the
 * role on every call anyway.
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
