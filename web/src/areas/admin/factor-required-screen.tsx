import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { factorsQuery } from '../../features/security/api.ts';
import { SecuritySection } from '../../features/security/security-section.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { AdminScreen } from './admin-screen.tsx';
import { factorRequiredTexts as texts } from './texts.ts';

/**
 * In place of every admin screen while the stage requires a second factor that the user does not have. Users set it up
 * here; the layout offers to sign out. The button continues, so that the recovery codes, which are shown once, stay
 * until the user has closed them.
 */
export const FactorRequiredScreen = () => {
  const { retry } = useAuth();
  const { data } = useQuery(factorsQuery(useApi()));
  // Passkeys that a reset made useless are still listed.
  const hasFactor = data !== undefined && data.items.length > 0 && !data.setup_wanted;
  return (
    <AdminScreen title={texts.title} lead={texts.lead} width="narrow">
      <SecuritySection heading="h2" />
      <p>{hasFactor ? texts.done : texts.how}</p>
      {hasFactor && <Button onClick={retry}>{texts.continue}</Button>}
    </AdminScreen>
  );
};
