import { useAuth } from '../../core/auth/auth-context.tsx';
import { ConsentNumbers } from '../../features/retention/consent-numbers.tsx';
import { LegalHolds } from '../../features/retention/legal-holds.tsx';
import { RetentionPolicies } from '../../features/retention/policies.tsx';
import { UserDataRequests } from '../../features/data-requests/user-data-requests.tsx';
import { retentionTexts as texts } from '../../features/retention/texts.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { AdminScreen } from './admin-screen.tsx';

/** How long data is kept, and what users allow. Moderators see the specification's text. */
export const PrivacyScreen = () => {
  if (useAuth().role !== 'admin')
    return (
      <AdminScreen title={texts.title}>
        <EmptyState message={texts.adminOnly} />
      </AdminScreen>
    );
  return (
    <AdminScreen title={texts.title} lead={texts.lead}>
      <RetentionPolicies />
      <ConsentNumbers />
      <LegalHolds />
      <UserDataRequests />
    </AdminScreen>
  );
};
