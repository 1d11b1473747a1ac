import { Navigate } from 'react-router';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { paths } from '../../../core/paths.ts';

/**
 * Redirects from `/admin` to the screen for the user's role: administrators to the dashboard, moderators to the items
 * that wait for review.
 */
export const AdminIndex = () => (
  <Navigate to={useAuth().role === 'admin' ? paths.adminDashboard : paths.adminContentOf('pending')} replace />
);
