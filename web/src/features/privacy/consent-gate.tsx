import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../../core/lazy-part.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { paths } from '../../core/paths.ts';

const ConsentDialog = lazyPart(
  () => import('./consent-dialog.tsx'),
  'ConsentDialog',
  ({ onClose }) => onClose(),
);

/**
 * Opens the consent dialog for users who have not decided. After Cancel, it opens again with the next visit. It does
 * not cover the privacy policy, which it links to.
 */
export const ConsentGate = () => {
  const { me } = useAuth();
  const { pathname } = useLocation();
  const [postponedBy, setPostponedBy] = useState<string | null>(null);
  if (me?.consent !== null || postponedBy === me.id || pathname === paths.privacy) return null;
  return (
    <Suspense>
      <ConsentDialog onClose={() => setPostponedBy(me.id)} />
    </Suspense>
  );
};
