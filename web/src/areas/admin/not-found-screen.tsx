import { Link } from 'react-router';
import { paths } from '../../core/paths.ts';
import { buttonClass } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { AdminScreen } from './admin-screen.tsx';
import { adminTexts } from './texts.ts';

/** Shown when no admin route matches the address. */
export const AdminNotFoundScreen = () => (
  <AdminScreen title={adminTexts.notFoundTitle}>
    <EmptyState message={adminTexts.notFoundText}>
      <Link to={paths.admin} className={buttonClass({})}>
        {adminTexts.toDashboard}
      </Link>
    </EmptyState>
  </AdminScreen>
);
