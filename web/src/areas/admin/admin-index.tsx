import { Navigate } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { paths } from '../../core/paths.ts';

/**
 * Sends whoever enters the administration to where their work is: administrators to the numbers, moderators to what
 * waits for a review.
 */
export const AdminIndex = () => (
  <Navigate to={useAuth().role === 'admin' ? paths.adminDashboard : paths.adminContentOf('pending')} replace />
);
